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
        entryFileNames: 'page.js',
        chunkFileNames: '[name].js',
        assetFileNames: (asset) => (asset.names[0]?.endsWith('.css') ? 'page.css' : '[name][extname]'),
      },
    },
  },
});
