import { isApiError } from '../../core/api-error.ts';

/** The server's error for a field, or for the whole form if it names no field. */
export function fieldError(error: unknown, path: string): string | undefined {
  if (!isApiError(error)) return undefined;
  return error.fields?.find((field) => field.path === path)?.message;
}
