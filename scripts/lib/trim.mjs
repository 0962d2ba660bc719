import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const usedFontFiles = [
  // Documents.
  /^DejaVuSans(-Bold)?\.ttf$/,
  /^inter-(latin|latin-ext|vietnamese|cyrillic|greek)-(400|600)-normal\.woff$/,
  /^noto-sans-[a-z]+-(\d+|thai)-400-normal\.woff$/,
  // Screens.
  /^inter-latin-wght-normal\.woff2$/,
  /^(package|unicode)\.json$/,
  /^LICENSE/,
];

/** Whether nothing in this project reads a file of an installed package. */
const isUnused = (file) =>
  // The pinned Node brings the headers for compiling native modules.
  /^node-(linux|darwin|win|bin)-[^/]*\/include\//.test(file) ||
  // The drawings that icons-react was made of: it contains them all once more.
  /^@tabler\/icons\/(?!package\.json|LICENSE)/.test(file) ||
  // Only for debugging these packages; most of them refer to sources that the package doesn't contain.
  /\.(js|mjs|cjs|ts|mts|cts|css)\.map$/.test(file) ||
  /^(happy-dom|zod|bwip-js|@redocly\/openapi-core)\/src\//.test(file) ||
  // Second copies for `require`, of packages that this project only imports.
  /^(stripe|@mantine\/\w+|@modelcontextprotocol\/sdk\/dist)\/cjs\//.test(file) ||
  /^@modelcontextprotocol\/(client|server)\/.*\.c[jt]s$/.test(file) ||
  // Types of an API that only a dependency of the tests calls.
  /(^|\/)@octokit\/openapi-types\/types\.d\.ts$/.test(file) ||
  (/^(dejavu-fonts-ttf\/ttf|@fontsource(-variable)?)\//.test(file) &&
    !usedFontFiles.some((used) => used.test(path.basename(file))));

/** Deletes the files of installed packages that nothing reads: more than a fifth of all bytes. */
export function trimPackages(folder) {
  const root = folder instanceof URL ? fileURLToPath(folder) : folder;
  // A production image may have been installed without any package.
  if (!existsSync(root)) return;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (isUnused(path.relative(root, file).replaceAll(path.sep, '/'))) rmSync(file);
  }
}
