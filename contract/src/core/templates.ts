import type { z } from 'zod';
import { requiredMessage, requiredText } from './fields.ts';

/** The fields that a text can have, by name, with what people read: `{{customer.firstName}}`. */
export type TemplateFields = Readonly<Record<string, string>>;

const fieldPattern = /( ?)\{\{([^{}]*)\}\}/g;

/** The names of the fields in a text, each once. */
export const fieldsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(fieldPattern)].map((match) => match[2]!.trim())),
];

/** Why a text can't be filled in; null when it can. */
export function templateProblem(text: string, known: TemplateFields): string | null {
  const unknown = fieldsIn(text).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return `{{${unknown}}} isn't a field. Choose one from the list`;
  if (/\{\{|\}\}/.test(text.replace(fieldPattern, '')))
    return 'A field must look like {{customer.firstName}}';
  return null;
}

/**
 * The text with each field replaced; replacements that look like a field stay as they are. An empty one takes the blank before
 * it along: "Dear Sukarno," has no last name.
 */
export const replaceFields = (text: string, replacement: (name: string, field: string) => string): string =>
  text.replace(fieldPattern, (_, blank: string, name: string) => {
    const replaced = replacement(name.trim(), `{{${name}}}`);
    return replaced === '' ? '' : blank + replaced;
  });

/** Puts values in place of fields. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  replaceFields(text, (name) => values[name] ?? '');

/**
 * The same for texts of paragraphs: one whose fields are all empty is left out, so that a sentence about a code isn't
 * sent without the code.
 */
export const fillParagraphs = (text: string, values: Readonly<Record<string, string>>): string =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => {
      const names = fieldsIn(paragraph);
      return names.length === 0 || names.some((name) => values[name]);
    })
    .map((paragraph) => fillTemplate(paragraph, values).trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

const knowsFields = (known: TemplateFields) => (text: string, context: z.RefinementCtx) => {
  const message = templateProblem(text, known);
  if (message) context.addIssue({ code: 'custom', message });
};
/** A text with fields that people type: an unknown field is refused. */
export const templateText = (label: string, max: number, known: TemplateFields) =>
  requiredMessage(label, max).superRefine(knowsFields(known));
/** A line with fields, such as a subject: an unknown field is refused. */
export const templateLine = (label: string, max: number, known: TemplateFields) =>
  requiredText(label, max).superRefine(knowsFields(known));
