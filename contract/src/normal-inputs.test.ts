import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { api } from './api.ts';
import {
  normalCode,
  normalDigits,
  normalEmail,
  normalLine,
  normalMessage,
  normalPostalCode,
  normalText,
} from './core/normal-text.ts';
import { storedPhone } from './core/phones.ts';
import type { Route } from './core/route.ts';

const normalizers = new Set<unknown>([
  normalCode,
  normalDigits,
  normalEmail,
  normalLine,
  normalMessage,
  normalPostalCode,
  normalText,
  storedPhone,
]);

/** Strings that are stored unchanged, by the end of their path, with the reason. */
const asTheyCome: [path: RegExp, reason: string][] = [
  [/\.(password|previousPassword|confirmPassword)$/, 'a password is compared byte by byte'],
  [/\.(token|cardToken|ticket)$/, 'a token is opaque'],
  [/\.(code|response)\.[\w.{}[\]]+$/, 'an authenticator signs these bytes'],
  [/\.(p256dh|auth)$/, 'a key of a browser, in base64url'],
  [/\.cursor$/, 'a cursor is opaque'],
  [/\.approve body\.seen$/, 'the hash of a preview'],
  [/\.(externalId|reasonId|deliveryFeeReasonId)$/, 'an id of another system, or of a setting'],
  [
    /\.(opens|closes|hours\[\]\.(from|to)|(slots|weekly)\[\]\.(from|to))$/,
    'a time of day with a strict format',
  ],
  [/locationRates\.history query\.before$/, 'a position with a strict format'],
  [/\.(category|paymentType|categories\[\]\.key|userRole\[\])$/, 'a key of the contract or of a setting'],
  [/\.(brandColor|ids\[\])$/, 'a color or an id with a strict format'],
  [/changes\.list query\.(topics|locationIds|limit|waitSeconds)$/, 'parsed into names, ids and numbers'],
  [/\.filters\.(resource|action|kind|event)$/, 'the name of a kind, compared with stored names'],
  [/^savedViews\.\w+ (query|body)\.list$/, 'the path of a screen, compared with those of the contract'],
  [
    /\.(sheet|field|emptyIfWrong\[\]|mapping\{key\}|mapping\{\}|values\{key\}|values\{\}\{key\})$/,
    'the name of a part of a file',
  ],
  [/\.options\.values\{\}\{\}$/, 'a stored value, chosen from a list'],
  [/\.specifications\{key\}$/, 'the stored name of a specification'],
  [
    /savedViews\.\w+ body\.search|keepPreferences body\.|dashboard\.data query\.blocks$/,
    'the state of a screen',
  ],
  [
    /inventory\.bulkCreate body\.rows\[\]\{key\}$|exports\.create body\{key\}$/,
    'read again by a stricter schema',
  ],
];

interface Text {
  path: string;
  schema: z.core.$ZodString;
}
function textsOf(schema: z.core.$ZodType, path: string): Text[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return [{ path, schema: schema as z.core.$ZodString }];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => textsOf(field, `${path}.${name}`));
    case 'array':
      return textsOf(def.element, `${path}[]`);
    case 'union':
      return def.options.flatMap((option) => textsOf(option, path));
    case 'record':
      return [...textsOf(def.keyType, `${path}{key}`), ...textsOf(def.valueType, `${path}{}`)];
    case 'pipe':
      return textsOf(def.in, path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return textsOf(def.innerType, path);
    // None of these contain typed text.
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return [];
    default:
      throw new Error(`The walk doesn't know schemas of the kind ${def.type}, at ${path}`);
  }
}

const texts = Object.entries(api).flatMap(([resource, routes]) =>
  Object.entries(routes as Record<string, Route>).flatMap(([name, { body, query }]) => [
    ...(body ? textsOf(body, `${resource}.${name} body`) : []),
    ...(query ? textsOf(query, `${resource}.${name} query`) : []),
  ]),
);
const normalizerOf = ({ schema }: Text): unknown =>
  (schema._zod.def.checks ?? [])
    .map((check) => (check._zod.def as { tx?: unknown }).tx)
    .find((change) => normalizers.has(change));
const hasFormat = ({ schema }: Text): boolean =>
  (schema._zod.def as { format?: string }).format !== undefined;
const isExempt = ({ path }: Text): boolean => asTheyCome.some(([pattern]) => pattern.test(path));

describe('text of requests', () => {
  test('is normalized everywhere except for listed exceptions', () => {
    const raw = texts.filter((text) => !hasFormat(text) && !normalizerOf(text) && !isExempt(text));

    expect(raw.map(({ path }) => path)).toEqual([]);
    expect(texts.length).toBeGreaterThan(400);
  });

  test.each(asTheyCome)('stores the exception %s unchanged: %s', (pattern) => {
    const matching = texts.filter(({ path }) => pattern.test(path));

    expect(matching.filter((text) => !normalizerOf(text)).length).toBeGreaterThan(0);
  });

  test.each([
    [/\.(sku|lotNumber|plate|licenceNumber|taxNumber|shelf)$/, normalCode],
    [/\.(email|from\.address)$/, normalEmail],
    [/\.phone$/, storedPhone],
    [/\.postalCode$/, normalPostalCode],
    [/\.(firstName|lastName|name|city|line1|search)$/, normalLine],
  ])('normalizes names like %s in the same way', (pattern, normalizer) => {
    const matching = texts.filter((text) => pattern.test(text.path) && !isExempt(text));

    expect(matching.length).toBeGreaterThan(2);
    expect(matching.filter((text) => normalizerOf(text) !== normalizer).map(({ path }) => path)).toEqual([]);
  });
});
