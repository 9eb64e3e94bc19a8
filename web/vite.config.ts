import { defineConfig } from 'vite';

// The page is part of the program: files with names that never change, beside its server.
export default defineConfig({
  base: './',
  build: {
    outDir: '../crates/server/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        // `page.js` has what is needed at first, `known.js` the pages that are loaded when they are opened, with
        // the tables of known numbers, and `de.js` the German texts.
        entryFileNames: 'entry.js',
        chunkFileNames: (chunk) => (chunk.name === 'on-demand' ? 'known.js' : '[name].js'),
        assetFileNames: (asset) => (asset.names[0]?.endsWith('.css') ? 'page.css' : '[name][extname]'),
        codeSplitting: {
          groups: [{ name: 'page', test: /\/src\/(?!texts\/de|on-demand|numbers|check)/ }],
        },
      },
    },
  },
});
