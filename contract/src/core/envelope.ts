import { z } from 'zod';

/** The maximum number of invalid fields in a response; its message counts the others. */
export const maxFieldErrors = 50;

/** The shape of every response, successful or not. */
export const Envelope = z.object({
  status: z.boolean(),
  message: z.string(),
  data: z.unknown().optional(),
  error: z
    .object({
      code: z.string(),
      fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      details: z.record(z.string(), z.unknown()).optional(),
      requestId: z.string(),
    })
    .optional(),
});
export type Envelope = z.infer<typeof Envelope>;
export interface FieldError {
  path: string;
  message: string;
}

/** One message per invalid field, with its path in dot notation as forms and other programs expect it: subProducts.0.sku */
export function fieldErrors(error: z.ZodError): FieldError[] {
  const byPath = new Map<string, string>();
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const name of names) {
      const path = [...issue.path, ...(name === undefined ? [] : [name])].map(String).join('.');
      if (!byPath.has(path)) byPath.set(path, name === undefined ? issue.message : `Unknown field '${name}'`);
    }
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}
