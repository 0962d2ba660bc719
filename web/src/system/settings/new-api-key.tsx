import { fieldErrors } from '@aisle/contract/core/envelope';
import { apiScopes } from '@aisle/contract/core/route';
import { ApiKeyInput, apiKeyRoutes, apiScopeLabels } from '@aisle/contract/system/api-keys';
import { Checkbox, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { defaultExpiry, expiryChoices } from '../../links/system/key-expiry.ts';
import { ShortForm } from '../../ui/form/short-dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

/** Creates an API key, and shows it for the only time. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const creating = useWrite(apiKeyRoutes.create, { quiet: true });
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [expiresAt, setExpiresAt] = useState(defaultExpiry);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const made = creating.data;

  async function create(): Promise<void> {
    const parsed = ApiKeyInput.safeParse({ name, scopes, expiresAt });
    if (!parsed.success) {
      return setErrors(
        Object.fromEntries(fieldErrors(parsed.error).map(({ path, message }) => [path, message])),
      );
    }
    setErrors({});
    await creating.mutateAsync({ body: parsed.data }).catch((error: unknown) => {
      setErrors({ name: isApiError(error) ? (error.fields[0]?.message ?? error.message) : String(error) });
    });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? `Copy the key for ${made.name} now` : 'New API key'}
      // The key can't be shown again, so the dialog doesn't close by accident.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <SecretOnce label="Key" value={made.key} onClose={onClose} />
      ) : (
        <ShortForm submit="Create API key" isRunning={creating.isPending} onSubmit={create} onClose={onClose}>
          <TextInput
            label="Name"
            description="What uses this key, such as “Storefront”"
            withAsterisk
            data-autofocus
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox.Group label="Scopes" error={errors.scopes} value={scopes} onChange={setScopes}>
            <Stack gap="xs" mt={6}>
              {apiScopes.map((scope) => (
                <Checkbox key={scope} color="teal" value={scope} label={apiScopeLabels[scope]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Select
            label="Expires after"
            description="You get an email 30 and 7 days before"
            data={expiryChoices()}
            allowDeselect={false}
            value={expiresAt}
            error={errors.expiresAt}
            onChange={(value) => value && setExpiresAt(value)}
          />
        </ShortForm>
      )}
    </Modal>
  );
}
