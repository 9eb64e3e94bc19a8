// Accessibility checks of the current page: those of axe-core, and controls without a name, repeated ids, headings
// out of order, small targets, low contrast.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** Returns the serious findings of axe-core as texts. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = (await page.evaluate('axe.run().then((result) => result.violations)')) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(' | ')}`);
}

/** Returns the violations as texts. */
export function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const waitForText = (element: Element) => element.outerHTML.slice(0, 90);

    const nameOf = (element: Element): string => {
      const by = element.getAttribute('aria-labelledby');
      if (by) {
        return (document.getElementById(by)?.textContent ?? '').trim();
      }
      const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null;
      const label = element.getAttribute('aria-label') ?? [...(labels ?? [])][0]?.textContent;
      const text = ['BUTTON', 'A', 'SUMMARY'].includes(element.tagName) ? element.textContent : '';
      return (label ?? text ?? '').trim();
    };
    const controls = 'input, select, textarea, button, a[href], summary, progress, dialog, [role="grid"]';
    for (const element of document.querySelectorAll(controls)) {
      if (visible(element) && nameOf(element) === '') {
        found.push(`no name: ${waitForText(element)}`);
      }
    }
    for (const canvas of document.querySelectorAll('canvas')) {
      if (canvas.getAttribute('aria-hidden') !== 'true' && nameOf(canvas) === '') {
        found.push(`no name: ${waitForText(canvas)}`);
      }
    }

    for (const element of document.querySelectorAll('button, input, select, textarea, summary')) {
      const { height, width } = element.getBoundingClientRect();
      const isBox = element.matches(
        '[type="checkbox"], [type="radio"], [type="range"], .voice, .skip, .link',
      );
      if (visible(element) && !isBox && Math.min(height, width) < 39.5) {
        found.push(`too small, ${Math.round(width)} by ${Math.round(height)}: ${waitForText(element)}`);
      }
    }

    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    for (const id of ids.filter((id, at) => ids.indexOf(id) !== at)) {
      found.push(`the id ${id} is there twice`);
    }

    let level = 0;
    for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
      const own = Number(heading.tagName[1]);
      if (visible(heading) && own > level + 1) {
        found.push(`h${own} follows h${level}: ${waitForText(heading)}`);
      }
      level = visible(heading) ? own : level;
    }
    const tops = [...document.querySelectorAll('h1')].filter(visible).length;
    if (tops !== 1) {
      found.push(`${tops} headings of the first level`);
    }

    type Colour = [number, number, number, number];
    const colour = (text: string): Colour => {
      const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      // Mixed colours have the form color(srgb 0.5 …), others rgb(128 …).
      const full = text.startsWith('color(') ? 255 : 1;
      return [r * full, g * full, b * full, a];
    };
    const light = ([r, g, b]: Colour): number => {
      const [x = 0, y = 0, z = 0] = [r, g, b]
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const ground = (element: Element | null): Colour => {
      for (let at = element; at; at = at.parentElement) {
        const own = colour(getComputedStyle(at).backgroundColor);
        if (own[3] > 0.99) {
          return own;
        }
      }
      return [255, 255, 255, 1];
    };
    for (const element of document.querySelectorAll('body *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      if (hasText && visible(element) && !element.closest(':disabled, .voice, .skip, option')) {
        const pair = [colour(getComputedStyle(element).color), ground(element)].map((one) => light(one));
        const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
        // Decorative signs beside a text need no contrast.
        if (ratio < (element.closest('[aria-hidden="true"]') ? 3 : 4.5)) {
          found.push(`too faint, ${ratio.toFixed(2)}: ${waitForText(element)}`);
        }
      }
    }
    return found;
  });
}
