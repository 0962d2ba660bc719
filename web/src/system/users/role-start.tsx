import { isPermission, type Permission } from '@aisle/contract/permissions';
import { userRoutes } from '@aisle/contract/system/users/users';
import { Group, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { ChoiceSelect } from '../../ui/form/fields/choice-select.tsx';
import { roleTemplates } from './role-templates.ts';

/** Chooses the permissions of a template or of another user, without saving. */
export function RoleStart({ onStart }: { onStart: (permissions: readonly Permission[]) => void }) {
  const client = useQueryClient();
  const [template, setTemplate] = useState<string | null>(null);
  const [userId, setUserId] = useState<string | null>(null);

  function fromTemplate(name: string | null): void {
    setTemplate(name);
    setUserId(null);
    onStart(roleTemplates.find((one) => one.name === name)?.permissions ?? []);
  }
  async function sameAs(id: string | null): Promise<void> {
    setTemplate(null);
    setUserId(id);
    if (id === null) return;
    const user = await client.fetchQuery(read(userRoutes.listRole, { params: { id } })).catch(() => null);
    if (user) onStart(user.userRoles.filter(isPermission));
    else setUserId(null); // A toast shows the error.
  }
  return (
    <Group gap="sm" mb="md" grow>
      <Select
        label="Start from a template"
        placeholder="None"
        data={roleTemplates.map(({ name }) => name)}
        value={template}
        onChange={fromTemplate}
      />
      <ChoiceSelect
        label="Same as another user"
        placeholder="None"
        route={userRoutes.dropdown}
        value={userId}
        onChange={(id) => void sameAs(id)}
      />
    </Group>
  );
}
