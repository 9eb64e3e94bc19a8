// What the modules of the page need of a browser when they are loaded. Import this file before them.

Object.assign(globalThis, {
  addEventListener: () => {},
  localStorage: { getItem: () => null, setItem: () => {} },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  document: {
    documentElement: { dataset: {}, lang: '' },
    addEventListener: () => {},
    dispatchEvent: () => true,
    querySelector: () => null,
  },
});
if (!('navigator' in globalThis)) {
  Object.assign(globalThis, { navigator: { language: 'en' } });
}
