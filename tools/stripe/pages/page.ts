import type { Form } from '../form.ts';
import type { World } from '../world.ts';

export interface PageRequest {
  world: World;
  method: 'GET' | 'POST';
  /** The last part of the path: an ID or a token. */
  id: string;
  form: Form;
}

export interface PageAnswer {
  status: number;
  html?: string;
  location?: string;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);

export const textOf = (form: Form, name: string): string => {
  const value = form[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** After a form, the browser reads the next page with GET. */
export const redirect = (location: string): PageAnswer => ({ status: 303, location });

const styles = `
:root { color-scheme: light dark; --text: #1a1f36; --quiet: #545969; --line: #8792a2; --back: #f6f8fa; --card: #fff;
  --accent: #0b57d0; --on-accent: #fff; --error: #b3093c; }
@media (prefers-color-scheme: dark) { :root { --text: #f0f2f5; --quiet: #b4bac6; --line: #8a93a3; --back: #14171f;
  --card: #1e222c; --accent: #a8c7fa; --on-accent: #062e6f; --error: #ff9db0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1rem; }
section { background: var(--card); border-radius: 12px; padding: 1.25rem; margin-top: 1rem; }
h1 { font-size: 1.25rem; margin: .5rem 0 0; }
p { margin: .5rem 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
.amount { font-size: 2rem; font-weight: 600; margin: 0; }
.error { color: var(--error); font-weight: 600; }
label { display: block; font-weight: 600; margin-top: 1rem; }
input:not([type=checkbox]) { width: 100%; min-height: 44px; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
input[aria-invalid=true] { border-color: var(--error); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
button, .button { display: block; width: 100%; min-height: 48px; margin-top: 1.25rem; padding: .6rem 1rem; font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; border: 1px solid var(--accent); border-radius: 8px;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
.secondary { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
td { padding: .25rem 0; vertical-align: top; }
td:last-child { text-align: right; }
code { font-size: .8125rem; white-space: nowrap; }
`;

/** A page without scripts, in the width of a phone. */
export function page(title: string, body: string, status = 200): PageAnswer {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<p class="quiet">Stand-in for Stripe. No money moves.</p>
${body}
</main>
</body>
</html>
`;
  return { status, html };
}

interface Field {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  /** Further attributes, for example `autocomplete`. */
  attributes: string;
}

export function field({ name, label, value, error, attributes }: Field): string {
  const described = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
  const message = error ? `<p class="error quiet" id="${name}-error">${escapeHtml(error)}</p>` : '';
  return `<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(value)}" ${attributes}${described}>${message}</div>`;
}
