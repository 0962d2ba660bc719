import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, onTestFinished } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Packs `@aisle/client`, installs it in an empty folder as users do, and compiles programs there with strict types: some for
 * Node, some for browsers.
 */
export async function installClient(programs: Record<string, string>, inBrowsers: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-client-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await execute('npm', ['pack', '--pack-destination', folder], path.join(root, 'client'));
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!;
  await write('package.json', '{ "type": "module", "private": true }');
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], folder);

  const strict = { strict: true, noUncheckedIndexedAccess: true, target: 'es2022', module: 'nodenext' };
  const typeRoots = [path.join(root, 'node_modules/@types')];
  await compile(programs, { ...strict, lib: ['es2023'], types: ['node'], typeRoots });
  await compile(inBrowsers, { ...strict, lib: ['es2023', 'dom', 'dom.iterable'], types: [] });

  const node = oldestNode();
  return {
    folder,
    /** Starts a compiled program. */
    run: (name: string, { args = [], env = {}, cwd = folder }: RunOptions) => {
      const child = spawn(node, [path.join(folder, `${name}.js`), ...args], { env, cwd });
      const output = { out: '', err: '' };
      child.stdout.on('data', (chunk) => {
        output.out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        output.err += chunk;
      });
      onTestFinished(() => void child.kill());
      return { child, output, ended: once(child, 'close') };
    },
  };

  async function compile(texts: Record<string, string>, compilerOptions: object): Promise<void> {
    const files = Object.keys(texts).map((name) => `${name}.ts`);
    for (const [name, text] of Object.entries(texts)) await write(`${name}.ts`, text);
    await write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    await execute(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], folder);
  }
}
interface RunOptions {
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
}

/** Runs a program. If it fails, its output is the error. */
async function execute(program: string, args: string[], cwd: string): Promise<void> {
  // The variables of a surrounding `npm test` would apply to this npm.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  try {
    await promisify(execFile)(program, args, { cwd, env, shell: process.platform === 'win32' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** The oldest installed Node that satisfies the promised version. */
function oldestNode(): string {
  const found = (process.env.PATH ?? '').split(path.delimiter).map((place) => path.join(place, 'node'));
  const ages = [process.execPath, ...found].flatMap((node) => {
    try {
      const [major = 0, minor = 0] = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
        .split('.')
        .map(Number);
      return major * 1000 + minor >= 20_012 ? [{ node, age: major * 1000 + minor }] : [];
    } catch {
      return [];
    }
  });
  return ages.sort((a, b) => a.age - b.age)[0]!.node;
}
