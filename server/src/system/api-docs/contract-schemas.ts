import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AnySchema } from '@aisle/contract/core/route';
import { z } from 'zod';

/** A schema that the contract exports, with its comments. */
export interface NamedSchema {
  name: string;
  schema: AnySchema;
  description: string | undefined;
  /** Comments on its fields, by name. */
  fields: ReadonlyMap<string, string>;
}
interface Contract {
  schemas: NamedSchema[];
  /** The domain (first folder) of each set of routes. */
  domains: Map<object, string>;
}

const root = path.dirname(createRequire(import.meta.url).resolve('@aisle/contract/api'));

/** Reads all modules of the contract: schemas are named after their exports, and comments describe them. */
export async function readContract(): Promise<Contract> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .sort();
  const comments = new Comments(files.map((file) => readFileSync(path.join(root, file), 'utf8')));
  const found = new Map<AnySchema, NamedSchema>();
  const taken = new Set<string>();
  const domains = new Map<object, string>();
  for (const file of files) {
    const exported: Record<string, unknown> = await import(`@aisle/contract/${file.slice(0, -'.ts'.length)}`);
    const [domain = ''] = file.split('/');
    for (const [ownName, value] of Object.entries(exported)) {
      if (ownName.endsWith('Routes') && value && file !== 'api.ts') domains.set(value, domain);
      if (!isSchema(value) || found.has(value)) continue;
      const name = taken.has(ownName) ? `${capital(domain)}${ownName}` : ownName;
      taken.add(name);
      found.set(value, { name, schema: value, ...comments.of(ownName) });
    }
  }
  return { schemas: [...found.values()], domains };
}

const isSchema = (value: unknown): value is AnySchema => value instanceof z.core.$ZodType;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface Declared {
  description: string | undefined;
  text: string;
}
/** Comments of declarations and their fields, including fields that they extend or spread. */
class Comments {
  readonly #declared = new Map<string, Declared>();

  constructor(sources: readonly string[]) {
    for (const source of sources) {
      for (const { 1: comment, 2: name = '', 3: text = '' } of source.matchAll(declarations)) {
        if (!this.#declared.has(name))
          this.#declared.set(name, { description: comment && plain(comment), text });
      }
    }
  }

  of(name: string): Pick<NamedSchema, 'description' | 'fields'> {
    return { description: this.#declared.get(name)?.description, fields: this.#fieldsOf(name, new Set()) };
  }

  #fieldsOf(name: string, seen: Set<string>): Map<string, string> {
    const declared = this.#declared.get(name);
    if (!declared || seen.has(name)) return new Map();
    seen.add(name);
    const bases = [...declared.text.matchAll(/\.\.\.(\w+)|\b([A-Z]\w+)\.(?:extend|partial|omit|pick)\(/g)];
    const inherited = bases.flatMap(({ 1: spread, 2: extended }) => [
      ...this.#fieldsOf(spread ?? extended ?? '', seen),
    ]);
    const own = [...declared.text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+):/g)].map(
      ({ 1: comment = '', 2: field = '' }) => [field, plain(comment)] as const,
    );
    return new Map([...inherited, ...own]);
  }
}

/** Matches a comment, a name and the declaration below it. */
const declarations =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(?:export )?const (\w+)\b([\s\S]*?)(?=^(?:export|const|type|interface|function|\/\*\*)|(?![\s\S]))/gm;
const plain = (comment: string) =>
  comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
