import { type ApiKey, ApiKeyEdit, apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { useWrite } from '../../../core/api.ts';
import { FormDrawer } from '../../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { KeyRightsFields, NameField, rightsOf } from './key-rights-fields.tsx';

const Rights = ApiKeyEdit.omit({ version: true });

/** Changes what an API key can do. */
export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const form = useZodForm(Rights, rightsOf, apiKey);
  const editing = useWrite(apiKeyRoutes.edit);
  return (
    <FormDrawer
      title="Edit API key"
      saveLabel="Save changes"
      form={form}
      save={(_values, version, changed) =>
        editing.mutateAsync({ params: { id: apiKey._id }, body: { ...changed, version } })
      }
      onClose={onClose}
    >
      <NameField form={form} />
      <KeyRightsFields form={form} apiKey={apiKey} />
    </FormDrawer>
  );
}
