import type { SettingsForm } from '../settings.tsx';
import { ReasonEditor } from '../tabs/reason-editor.tsx';

/** A key of letters that tickets keep, whatever the category is called later. */
const newKey = (id: string): string => `c${id.replaceAll('-', '').slice(0, 12)}`;

/** What tickets are about: renamed, sorted, added and removed. */
export function SupportCategories({ form }: { form: SettingsForm }) {
  const { categories } = form.values.support;
  const known = new Set(categories.map(({ key }) => key));
  return (
    <ReasonEditor
      label="Categories"
      noun="category"
      path="support.categories"
      reasons={categories.map(({ key, name }) => ({ _id: key, name }))}
      onChange={(next) =>
        form.setFieldValue(
          'support.categories',
          next.map(({ _id, name }) => ({ key: known.has(_id) ? _id : newKey(_id), name })),
        )
      }
      errors={form.errors}
    />
  );
}
