import { pluralize } from '@aisle/contract/core/pluralize';
import type { FormFace } from '../use-zod-form.ts';

/** "3 changes · 1 error"; a new record shows its errors only. */
export function SaveState({ form }: { form: FormFace }) {
  // A new record has no earlier state to count from.
  const changes = form.isNew ? 0 : form.changed.length;
  const wrong = Object.keys(form.errors).length;
  return (
    <span role="status" className="tabular">
      {changes > 0 ? pluralize(changes, 'change') : !form.isNew && wrong === 0 && 'No changes'}
      {wrong > 0 && (
        <span className="bad">
          {changes > 0 && ' · '}
          {pluralize(wrong, 'error')}
        </span>
      )}
    </span>
  );
}

/** "Create brand" for the form "New brand", "Save changes" for existing records. */
export const saveLabelFor = (title: string, isNew: boolean): string =>
  isNew ? title.replace(/^New /, 'Create ') : 'Save changes';
