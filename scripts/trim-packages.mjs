import { trimPackages } from './lib/trim.mjs';

// Runs after every `npm ci` and `npm install`.
trimPackages(new URL('../node_modules', import.meta.url));
