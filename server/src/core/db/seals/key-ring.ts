import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';

/** Where the keys come from: a variable, a file that somebody else makes, or the file that the first start makes. */
export interface KeySource {
  dataDir: string;
  /** The value of SECRETS_KEY. */
  secretsKey?: string | undefined;
  secretsKeyFile?: string | undefined;
}

export type Keys = ReadonlyMap<number, Buffer>;
/** The file below DATA_DIR where nothing else is set. */
export const keyFileOf = ({ dataDir, secretsKeyFile }: KeySource): string =>
  secretsKeyFile ?? path.join(dataDir, 'secrets.key');

const form =
  'must be 32 bytes in base64 with a version before it, such as 1:BASE64, several separated by commas';

/** Reads keys as they are written down: `2:BASE64,1:BASE64`, by commas or lines. A key without a version is the first. */
export function parseKeys(text: string, from: string): Keys {
  const keys = new Map<number, Buffer>();
  const wrong = () => new StartupProblem(`${from} ${form}.`);
  for (const part of text.split(/[,\s]+/).filter(Boolean)) {
    const [, version = '1', encoded = ''] = /^(?:(\d{1,4}):)?([\w+/-]{43}=?)$/.exec(part) ?? [];
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== 32 || Number(version) < 1 || keys.has(Number(version))) throw wrong();
    keys.set(Number(version), key);
  }
  if (keys.size === 0) throw wrong();
  return keys;
}

export const formatKeys = (keys: Keys): string =>
  `${[...keys]
    .sort(([a], [b]) => b - a)
    .map(([version, key]) => `${version}:${key.toString('base64')}`)
    .join('\n')}\n`;

/** Undefined where there is no key yet. */
export function readKeys(source: KeySource): Keys | undefined {
  if (source.secretsKey) return parseKeys(source.secretsKey, 'SECRETS_KEY');
  const file = keyFileOf(source);
  if (existsSync(file)) return parseKeys(readFileSync(file, 'utf8'), file);
  if (source.secretsKeyFile) throw new StartupProblem(`SECRETS_KEY_FILE names ${file}, which doesn't exist.`);
  return undefined;
}

/** Writes the file of keys whole or not at all, for its owner alone. */
export function writeKeys(source: KeySource, keys: Keys): void {
  const file = keyFileOf(source);
  const draft = `${file}.new`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeSync(handle, formatKeys(keys));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}

export const newKey = (): Buffer => randomBytes(32);
export const newestOf = (keys: Keys): number => Math.max(...keys.keys());
/** Says whether a key is the one that was used, without being of any use itself. */
export const fingerprintOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('fingerprint of a key of secrets').digest();

/** Of each version of the key that something in the database is sealed with. */
export type Fingerprints = ReadonlyMap<number, Buffer>;

export const missingKey = (source: KeySource): string =>
  `The key of this installation's secrets is missing: put back ${keyFileOf(source)}, or set SECRETS_KEY to the same key on every server.`;

/** Why these keys can't open what is sealed, in a line; undefined where they can. */
export function keyMisfit(keys: Keys, known: Fingerprints, source: KeySource): string | undefined {
  const from = source.secretsKey ? 'SECRETS_KEY' : keyFileOf(source);
  for (const [version, fingerprint] of known) {
    const key = keys.get(version);
    if (!key) {
      return `${from} lacks version ${version} of the key that secrets in this database are sealed with.`;
    }
    if (!fingerprintOf(key).equals(fingerprint)) {
      return `${from} has another key of version ${version} than the one that secrets in this database are sealed with.`;
    }
  }
  return undefined;
}
