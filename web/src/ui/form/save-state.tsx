import { howMany } from '@aisle/contract/core/how-many';
import classes from './form.module.css';
import type { FormFace } from './use-zod-form.ts';

/** "3 changes · 1 field needs another look" */
export function SaveState({ form }: { form: FormFace }) {
  const changes = form.changed.length;
  const wrong = Object.keys(form.errors).length;
  return (
    <span role="status" className="tabular">
      {changes > 0 && howMany(changes, 'change')}
      {wrong > 0 && (
        <span className={classes.errors}>
          {changes > 0 && ' · '}
          {wrong === 1 ? '1 field needs another look' : `${wrong} fields need another look`}
        </span>
      )}
    </span>
  );
}
