// A hand on the board, and a line to the server, for the tests.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** A square of the board that is shown. */
export function square(page: Page, name: string): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`^${name}(,|$)`) });
}

/** Clicks squares, one after the other. */
export async function click(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await square(page, name).click();
  }
}

/** Asks the server itself. */
export async function ask<A>(url: string, verb: string, body: unknown): Promise<A> {
  const response = await fetch(`${url}api/v1/${verb}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${verb}: ${response.status} ${JSON.stringify(body)}`);
  return response.json() as Promise<A>;
}

/** A tour of a problem. */
export async function tourOf(url: string, problem: object): Promise<string[]> {
  const { outcome, squares } = await ask<{ outcome: string; squares: string[] }>(url, 'solve', problem);
  assert.equal(outcome, 'found', JSON.stringify(problem));
  return squares;
}

/** Waits until the room says something; the screen reader may say it too. */
export async function told(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('main').getByText(text).first().waitFor();
}
