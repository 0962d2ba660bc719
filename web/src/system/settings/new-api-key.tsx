import { apiScopes } from '@aisle/contract/core/route';
import { type ApiKey, ApiKeyInput, apiKeyRoutes, apiScopeLabels } from '@aisle/contract/system/api-keys';
import { Checkbox, Select, Stack } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { defaultExpiry, expiryChoices } from '../../links/system/key-expiry.ts';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { KeyRightsFields, NameField, rightsOf } from './keys/key-rights-fields.tsx';

const toValues = () => ({
  ...rightsOf(),
  scopes: [] as ApiKeyInput['scopes'],
  connectionId: undefined as string | undefined,
  expiresAt: defaultExpiry(),
});

interface NewApiKeyProps {
  /** The keys that the new one can replace. */
  keys: readonly ApiKey[];
  /** Receives the key, which isn't shown again. */
  onMade: (made: { name: string; key: string }) => void;
  onClose: () => void;
}

/** Creates an API key. */
export function NewApiKey({ keys, onMade, onClose }: NewApiKeyProps) {
  const form = useZodForm(ApiKeyInput, toValues);
  const creating = useWrite(apiKeyRoutes.create);
  const connections = new Map(keys.map(({ connectionId, name }) => [connectionId, name]));
  return (
    <FormDrawer
      title="New API key"
      saveLabel="Create API key"
      form={form}
      save={async (body) => onMade(await creating.mutateAsync({ body }))}
      onClose={onClose}
    >
      <NameField form={form} />
      <Checkbox.Group
        label="Scopes"
        description="For storefronts: each opens the calls that a storefront needs, limited to its own orders"
        {...form.getInputProps('scopes')}
      >
        <Stack gap="xs" mt={6}>
          {apiScopes.map((scope) => (
            <Checkbox key={scope} color="teal" value={scope} label={apiScopeLabels[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <KeyRightsFields form={form} />
      {connections.size > 0 && (
        <Select
          label="Replaces"
          description="Continues the connection of another key, which stays valid until you revoke it"
          placeholder="No other key"
          clearable
          data={[...connections].map(([value, label]) => ({ value, label }))}
          value={form.values.connectionId ?? null}
          error={form.errors.connectionId}
          onChange={(id) => form.setFieldValue('connectionId', id ?? undefined)}
        />
      )}
      <Select
        label="Expires after"
        description="You get an email 30 and 7 days before"
        data={expiryChoices()}
        allowDeselect={false}
        {...form.getInputProps('expiresAt')}
      />
    </FormDrawer>
  );
}
