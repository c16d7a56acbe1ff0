import type { Language } from '#shared/languages.ts';
import { Html, html } from '#server/platform/texts/html.ts';
import { texts } from './texts.ts';
import path from 'node:path';
import express, { type RequestHandler } from 'express';

/** Where the pages load their fonts from; the sandbox is mounted there. */
export const fontsPath = '/sandbox/stripe/fonts';

const folder = path.resolve(import.meta.dirname, '../../../../client/src/assets/fonts');

/** Memori's fonts, from the client's sources. Without them, the pages use system fonts. */
export const fonts: RequestHandler = express.static(folder, { index: false, maxAge: '1h' });

/** Memori's look, deliberately duplicated as this stands for another server; pages.test.ts compares the colours. */
const style = new Html(`
:root { color-scheme: light dark; --ground: #f4efe4; --surface: #fdfaf3; --sunk: #e9e2d2; --ink: #1d2330;
  --ink-soft: #555a66; --line: #dad2c0; --edge: #7f7b75; --accent: #b5341c; --accent-hover: #962712; --on-accent: #fffaf2;
  --accent-wash: #f6dfd3; --danger: #8e1f3b; --danger-wash: #fae2e2; --success: #2f6048; }
@media (prefers-color-scheme: dark) { :root { --ground: #14161b; --surface: #22252c; --sunk: #0d0f13; --ink: #f3eee4;
  --ink-soft: #b7b4ad; --line: #3b3f49; --edge: #868891; --accent: #ff7f61; --accent-hover: #ff9c83; --on-accent: #2b0b04;
  --accent-wash: #3d231e; --danger: #ffa3ac; --danger-wash: #451d24; --success: #9fcfae; } }
@font-face { font-family: Fraunces; font-weight: 380; font-display: swap; src: url(${fontsPath}/fraunces.woff2); }
@font-face { font-family: Figtree; font-weight: 400 600; font-display: swap; src: url(${fontsPath}/figtree.woff2); }
@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.6 Figtree, system-ui, sans-serif;
  overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
header { padding: .875rem 1.125rem; background: var(--accent-wash); border-bottom: 1px solid var(--line); text-align: center; }
header p { margin: 0; text-wrap: balance; } header strong { font-weight: 600; }
.brand { color: var(--ink-soft); font-size: .9375rem; }
main { max-width: 32rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 3rem) 1.125rem 4rem; }
h1, h2 { font-family: Fraunces, Georgia, serif; font-weight: 380; letter-spacing: -.014em; line-height: 1.1; text-wrap: balance; }
h1 { font-size: clamp(2.125rem, 1.6rem + 2.2vw, 2.75rem); margin: 0 0 1.25rem; }
h2 { font-size: 1.5rem; margin: 2.5rem 0 1rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 1rem 1.25rem; }
dl { margin: 0; } dt { overflow-wrap: break-word; } dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .35rem 0; }
dd { margin: 0 0 0 auto; text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; } .wrap { white-space: normal; }
.total { border-top: 1px solid var(--line); margin-top: .35rem; font-size: 1.25rem; } .total strong { font-weight: 600; }
.card { margin-bottom: 2rem; } form { margin: 0 0 1rem; } label { display: block; font-weight: 600; }
.hint, .note { color: var(--ink-soft); font-size: .9375rem; line-height: 1.5; margin: .25rem 0 .625rem; }
input { width: 100%; min-height: 48px; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--edge); border-radius: 8px; margin-bottom: .625rem; } input[aria-invalid] { border-color: var(--danger); }
button, .button { display: block; width: 100%; min-height: 48px; padding: .65rem 1.25rem; font: inherit; font-weight: 600;
  line-height: 1.4; text-align: center; text-decoration: none; color: var(--ink); background: var(--surface);
  border: 1px solid var(--edge); border-radius: 999px; cursor: pointer; }
button:hover, .button:hover { background: var(--sunk); }
.main { color: var(--on-accent); background: var(--accent); border-color: transparent; }
.main:hover { background: var(--accent-hover); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px; }
.alert { background: var(--danger-wash); color: var(--danger); border: 1px solid; border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1.5rem; }
.status { color: var(--success); font-weight: 600; margin: 0 0 1rem; }
.error { color: var(--danger); font-weight: 600; margin: 0 0 .5rem; }
`);

/** A complete page without scripts; its first lines identify it as a sandbox. */
export function page(language: Language, title: string, content: Html): string {
  const text = texts[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${text.brand}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><p class="brand">${text.brand}</p><p><strong>${text.banner}</strong></p></header>
<main>
${content}
</main>
</body>
</html>
`.text;
}
