import { isApiError } from '../../core/api-error.ts';

/** What the server says about a field; about the whole of it where it names none. */
export function fieldError(error: unknown, path: string): string | undefined {
  if (!isApiError(error)) return undefined;
  return error.fields?.find((field) => field.path === path)?.message;
}
