import { api } from '@aisle/contract/api';
import type { AnySchema, Route } from '@aisle/contract/core/route';
import { problems } from '@aisle/contract/errors';
import { permissions } from '@aisle/contract/permissions';
import { z } from 'zod';
import type { Api } from './openapi.ts';

interface Field {
  name: string;
  type: string;
  required: boolean;
}

/** The API to read: one page without scripts, every call with what it takes and what it asks for. */
export function docsPage(basePath: string): string {
  const resources = Object.entries(api as Api);
  const links = resources.map(([name]) => `<li><a href="#${name}">${name}</a></li>`).join('');
  const sections = resources.map(([name, routes]) => section(name, Object.values(routes), basePath)).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Aisle</title><style>${style}</style></head>
<body><header><h1>Aisle API</h1>
<p>Every answer is <code>{ status, message, data?, error? }</code>. Sign in with
<code>POST ${basePath}/auth/login</code> and send its <code>admin-token</code> and <code>_id</code> as headers, or an
API key as <code>Authorization: Bearer</code>. For machines: <a href="${basePath}/openapi.json">openapi.json</a>.</p>
<nav aria-label="Resources"><ul>${links}</ul></nav></header>
<main>${sections}</main></body></html>`;
}

const section = (name: string, routes: readonly Route[], basePath: string): string =>
  `<section id="${name}"><h2>${name}</h2>${routes.map((route) => call(route, basePath)).join('')}</section>`;

function call(route: Route, basePath: string): string {
  const rows = [
    ...fieldsOf(route.query).map((field) => row('query', field)),
    ...fieldsOf(route.body).map((field) => row('body', field)),
    ...Object.keys(route.files ?? {}).map((file) =>
      row('file', { name: file, type: 'file', required: false }),
    ),
  ];
  const codes = (route.problems ?? []).map(
    (code) => `<li><code>${code}</code> ${safe(problems[code].message)}</li>`,
  );
  return `<article><h3><code><b>${route.method}</b> ${safe(basePath + route.path)}</code></h3>
<p>${safe(route.summary)}. <small>${safe(access(route))}</small></p>
${rows.length > 0 ? `<table><thead><tr><th>In</th><th>Name</th><th>Type</th><th>Needed</th></tr></thead><tbody>${rows.join('')}</tbody></table>` : ''}
${codes.length > 0 ? `<ul class="codes">${codes.join('')}</ul>` : ''}</article>`;
}

function access(route: Route): string {
  const who =
    route.permission === 'public'
      ? 'For anybody'
      : route.permission === 'signedIn'
        ? 'For anybody signed in'
        : `Needs ${route.permission} (${permissions[route.permission].label})`;
  return [
    who,
    ...(route.everywhere ? ['not for people of single locations'] : []),
    ...(route.apiScope ? [`API keys with the scope ${route.apiScope}`] : []),
    ...(route.onceByKey ? ['takes an Idempotency-Key'] : []),
  ].join('; ');
}

const row = (place: string, { name, type, required }: Field): string =>
  `<tr><td>${place}</td><td><code>${safe(name)}</code></td><td>${safe(type)}</td><td>${required ? 'yes' : ''}</td></tr>`;

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}
function fieldsOf(schema: AnySchema | undefined): Field[] {
  if (!schema) return [];
  const found = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const { properties = {}, required = [] } = found.properties ? found : (found.anyOf?.[0] ?? found);
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeOf(field),
    required: required.includes(name),
  }));
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  return schema.format ?? [schema.type ?? 'anything'].flat().join(' or ');
}

const safe = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}h2{border-bottom:1px solid #8886;margin-top:2.5rem}
article{margin:1.5rem 0}h3{font-size:1rem;margin:0}h3 code{overflow-wrap:anywhere}p{margin:.25rem 0}table{border-collapse:collapse;margin:.5rem 0;width:100%}
th,td{text-align:left;padding:.15rem .75rem .15rem 0;border-bottom:1px solid #8883;vertical-align:top;overflow-wrap:anywhere}.codes{margin:.25rem 0}`;
