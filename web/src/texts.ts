// The texts of the page in the language of the browser. German is a file of its own, loaded when it is needed.

import * as format from './format.ts';
import { language } from './settings.ts';
import { en, type Texts } from './texts/en.ts';

/** The texts of the current language. */
export const t: Texts = language === 'de' ? (await import('./texts/de.ts')).german(format) : en;

document.querySelector('meta[name="description"]')?.setAttribute('content', t.description);
