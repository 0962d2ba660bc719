import { declaration, isRecord, namesIn, type Schema, typeText } from './type-text.ts';

/** The types that the generated code uses, each declared once under its name in the contract. */
export class Declarations {
  readonly #schemas: Record<string, Schema>;
  readonly #used = new Set<string>();

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = { ...schemas };
  }

  /** The type of a schema. An object that has no name in the contract gets the given one. */
  typeOf(schema: Schema, name: string): string {
    if (!isRecord(schema)) return this.inlineTypeOf(schema);
    const same = this.#schemas[name];
    if (same && JSON.stringify(same) !== JSON.stringify(schema))
      throw new Error(`Two types are named ${name}`);
    this.#schemas[name] = schema;
    this.#use([name]);
    return name;
  }

  inlineTypeOf(schema: Schema): string {
    this.#use(namesIn(schema));
    return typeText(schema, '  ');
  }

  /** The declarations of all used types, by name. */
  texts(): string[] {
    return [...this.#used].sort().map((name) => declaration(name, this.#schemas[name]!));
  }

  /** The import of the types that a text uses. */
  importFor(text: string): string {
    const words = new Set(text.replace(/\/\*\*[\s\S]*?\*\//g, '').match(/\w+/g));
    const names = [...this.#used].sort().filter((name) => words.has(name));
    return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './schemas.ts';\n`;
  }

  #use(names: readonly string[]): void {
    for (const name of names) {
      if (this.#used.has(name)) continue;
      this.#used.add(name);
      this.#use(namesIn(this.#schemas[name]));
    }
  }
}
