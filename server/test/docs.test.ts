import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['client', 'contract', 'docs', 'e2e', 'scripts', 'server', 'tools', 'web'];
const files = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.replaceAll('\\', '/')),
    ),
  ),
].filter((file) => !file.includes('node_modules/'));
const pages = files.filter((file) => file.endsWith('.md'));
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** Findings of all pages, as `page: finding`, for which `isWrong` is true. */
const wrongIn = (found: (text: string) => string[], isWrong: (what: string, page: string) => boolean) =>
  pages.flatMap((page) =>
    found(textOf(page))
      .filter((what) => isWrong(what, page))
      .map((what) => `${page}: ${what}`),
  );

const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);
/** Files and folders are written relative to the root or to the domain. */
const existsInRepository = (name: string) =>
  files.some(
    (file) => file === name || `/${file}`.includes(name.endsWith('/') ? `/${name}` : `/src/${name}`),
  );

test('names only existing files and folders', () => {
  const places = (text: string) =>
    codeIn(text).filter((code) => /^\w[\w./-]*\/([\w.-]+\.\w{2,4})?$/.test(code));
  // Generated files aren't in the repository.
  const isMade = (place: string) => place.startsWith('DATA_DIR/') || place === 'tools/bench/results/';

  expect(wrongIn(places, (place) => !isMade(place) && !existsInRepository(place))).toEqual([]);
});

test('names only existing commands', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const commands = (text: string) => [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1]!);

  expect(wrongIn(commands, (name) => !(name in scripts))).toEqual([]);
});

test('names only existing endpoints', () => {
  const named = (address: string) => address.replaceAll(/\{\w+\}/g, '{}');
  const paths = Object.values(api)
    .flatMap((routes) => Object.values<Route>(routes))
    .map((route) => named(route.path.slice(1)));
  const resources = new Set(paths.map((address) => address.split('/')[0]!));
  const endpoints = (text: string) =>
    codeIn(text)
      .flatMap(
        (code) => /^(?:[A-Z]+ )?(?:\/?api\/v2)?\/?([\w-]+\/[\w{}/-]+)(?: \{.*)?$/.exec(code)?.[1] ?? [],
      )
      .filter((address) => resources.has(address.split('/')[0]!));

  expect(endpoints('`POST auth/login` and `/customer/show/{id}`')).toEqual([
    'auth/login',
    'customer/show/{id}',
  ]);
  expect(wrongIn(endpoints, (code) => !paths.some((one) => `${one}/`.startsWith(`${named(code)}/`)))).toEqual(
    [],
  );
});

test('links to existing pages and sections', () => {
  const links = (text: string) => [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map((match) => match[1]!);
  const sectionsOf = (page: string) =>
    [...textOf(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
      match[1]!
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
  const isBroken = (link: string, page: string) => {
    const [file = '', section] = link.split('#');
    const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
    if (!existsSync(path.join(root, target))) return true;
    return section !== undefined && target.endsWith('.md') && !sectionsOf(target).includes(section);
  };

  expect(wrongIn(links, isBroken)).toEqual([]);
});

/** The text of a page that people read: without code, and without the addresses of links. */
const proseOf = (page: string) =>
  textOf(page)
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]+`/g, '')
    .replace(/\]\([^)\s]+\)/g, ']');

test('uses plain American English', () => {
  const plain: [pattern: RegExp, instead: string][] = [
    [/\b(some|no)body\b/gi, 'a user, someone, no one'],
    [/\bwho(ever|soever)\b/gi, 'anyone who'],
    [/\bas such\b/gi, 'omit it'],
    [/\bof (its|their|his|her) own(?=[.,;:)])/gi, 'its own, separate, custom'],
    [/\b(whilst|amongst|hence|thereby|thereof|herein|aforementioned|henceforth)\b/gi, 'a shorter word'],
    [/\b(telephone|e-mail|dearer|catalogue|licence)s?\b/gi, 'phone, email, more expensive, catalog, license'],
    [/\b(colours?|favourites?|behaviours?|centres?)\b/gi, 'color, favorite, behavior, center'],
    [/\b(organ|recogn|author|normal|summar|initial|optim|serial|util)is(e|ed|es|ing|ation)\b/gi, '-ize'],
    [/\b(call(ed)? it off|t(ake|ook|aken) (it )?down|giv(e|es|en) back)\b/gi, 'cancel, remove, return'],
    [/\butili[sz]e[sd]?\b/gi, 'use'],
    [/\bin order to\b/gi, 'to'],
  ];
  const wrong = pages.flatMap((page) =>
    plain.flatMap(([pattern, instead]) =>
      (proseOf(page).match(pattern) ?? []).map((found) => `${page}: ${found} → ${instead}`),
    ),
  );

  expect(wrong).toEqual([]);
});

test('lists every page in the index by reader', () => {
  const linked = new Set(
    [...textOf('docs/README.md').matchAll(/\]\(([^)#]+)\)/g)].map((match) =>
      path.posix.join('docs', match[1]!),
    ),
  );
  const isListed = (page: string) => linked.has(page) || /^docs\/(README|decisions\/\d+.*)\.md$/.test(page);

  expect(pages.filter((page) => page.startsWith('docs/') && !isListed(page))).toEqual([]);
});

test.each(['docs/clerk.md', 'docs/owner.md'])(
  'names the screens and buttons of the web app in %s',
  (page) => {
    const shown = files
      .filter((file) => /^(web|contract)\/src\/.*(?<!\.test|\.fixtures)\.tsx?$/.test(file))
      .map(textOf)
      .join('\n');
    const named = [...textOf(page).matchAll(/\*\*([^*]+)\*\*/g)].flatMap((match) =>
      match[1]!.replaceAll(/\s+/g, ' ').split(' → '),
    );

    expect(named.length).toBeGreaterThan(20);
    expect(named.map((name) => name.replace(/[.,:]$/, '')).filter((name) => !shown.includes(name))).toEqual(
      [],
    );
  },
);

test('shows only existing pictures', () => {
  const pictures = (text: string) =>
    [...text.matchAll(/\b(?:src|srcset)="([^"]+)"/g)].map((match) => match[1]!);

  expect(
    wrongIn(pictures, (picture, page) => !existsSync(path.join(root, path.dirname(page), picture))),
  ).toEqual([]);
});
