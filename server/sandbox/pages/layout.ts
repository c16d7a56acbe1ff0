import type { Language } from '../../../shared/languages.ts';
import { Html, html } from './html.ts';
import { texts } from './texts.ts';

const style = new Html(`
:root { color-scheme: light dark; --ground: #f6f0e4; --surface: #fffcf6; --sunk: #efe6d5; --ink: #2b2119; --soft: #66584a;
  --line: #e2d6c1; --edge: #8b7b68; --accent: #a8452a; --on-accent: #fffaf3; --wash: #f7e3d6; --danger: #8e1f2b;
  --danger-wash: #fae3e0; --success: #3f6139; }
@media (prefers-color-scheme: dark) { :root { --ground: #1a1512; --surface: #251e19; --sunk: #130f0c; --ink: #f4eadb;
  --soft: #c0b09c; --line: #3b3129; --edge: #8f7f6d; --accent: #e8906d; --on-accent: #2a120a; --wash: #3d251b;
  --danger: #ffa499; --danger-wash: #43201d; --success: #abcaa2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.6 'Figtree Variable', system-ui, sans-serif;
  overflow-wrap: anywhere; }
header { padding: .75rem 1rem; background: var(--wash); border-bottom: 1px solid var(--line); text-align: center; }
header p { margin: 0; }
.brand { color: var(--soft); font-size: .9375rem; }
main { max-width: 32rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1, h2 { font-family: 'Fraunces Variable', Georgia, serif; font-weight: 480; line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.9rem; margin: 0 0 1rem; } h2 { font-size: 1.3rem; margin: 2rem 0 .75rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 1rem 1.25rem; }
dl { margin: 0; } dt { overflow-wrap: break-word; } dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .35rem 0; }
dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; } .wrap { white-space: normal; }
.total { border-top: 1px solid var(--line); margin-top: .35rem; font-size: 1.25rem; }
.card { margin-bottom: 1.5rem; } form { margin: 0 0 1rem; } label { display: block; font-weight: 600; }
.hint, .note { color: var(--soft); font-size: .9375rem; margin: .25rem 0 .5rem; }
input { width: 100%; min-height: 48px; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--edge); border-radius: 8px; margin-bottom: .5rem; } input[aria-invalid] { border-color: var(--danger); }
button, .button { display: block; width: 100%; min-height: 48px; padding: .65rem 1.25rem; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; color: var(--ink); background: var(--surface); border: 1px solid var(--edge);
  border-radius: 999px; cursor: pointer; }
button:hover, .button:hover { background: var(--sunk); }
.main { color: var(--on-accent); background: var(--accent); border-color: transparent; }
.main:hover { color: var(--on-accent); background: var(--accent); text-decoration: underline; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.alert { background: var(--danger-wash); color: var(--danger); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1rem; }
.status { color: var(--success); font-weight: 600; margin: 0 0 1rem; }
.error { color: var(--danger); font-weight: 600; margin: 0 0 .5rem; }
`);

/** A whole page, without any script; its first lines say that it is a sandbox. */
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
