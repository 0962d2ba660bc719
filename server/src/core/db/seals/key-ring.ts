import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';

/** Where the keys come from: a variable, a file from the operator, or the file that the first start creates. */
export interface KeySource {
  dataDir: string;
  /** The value of SECRETS_KEY. */
  secretsKey?: string | undefined;
  secretsKeyFile?: string | undefined;
}

export type Keys = ReadonlyMap<number, Buffer>;
/** The key file; below DATA_DIR by default. */
export const keyFileOf = ({ dataDir, secretsKeyFile }: KeySource): string =>
  secretsKeyFile ?? path.join(dataDir, 'secrets.key');

const form =
  'must be 32 bytes in base64 with a version before it, such as 1:BASE64, several separated by commas';

/** Parses keys in the form `2:BASE64,1:BASE64`, separated by commas or lines. A key without a version has version 1. */
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

/** Returns undefined if there is no key yet. */
export function readKeys(source: KeySource): Keys | undefined {
  if (source.secretsKey) return parseKeys(source.secretsKey, 'SECRETS_KEY');
  const file = keyFileOf(source);
  if (existsSync(file)) return parseKeys(readFileSync(file, 'utf8'), file);
  if (source.secretsKeyFile) throw new StartupProblem(`SECRETS_KEY_FILE names ${file}, which doesn't exist.`);
  return undefined;
}

/** Writes the key file completely or not at all, readable by its owner only. */
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
/** Identifies a key without revealing it. */
export const fingerprintOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('fingerprint of a key of secrets').digest();

/** The fingerprints of the keys that encrypt values in the database, by version. */
export type Fingerprints = ReadonlyMap<number, Buffer>;

export const missingKey = (source: KeySource): string =>
  `The key of this installation's secrets is missing: put back ${keyFileOf(source)}, or set SECRETS_KEY to the same key on every server.`;

/** Explains in one line why these keys can't decrypt the stored values; undefined if they can. */
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
