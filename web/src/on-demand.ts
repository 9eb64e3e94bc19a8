// The pages that are loaded when they are opened. They are one file, `known.js`.

export { checkPage } from './check/page.ts';
export { numbersPage } from './numbers/page.ts';
