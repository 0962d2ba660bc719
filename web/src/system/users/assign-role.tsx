import { fullName } from '@aisle/contract/core/full-name';
import { isPermission, type Permission } from '@aisle/contract/permissions';
import { type UserRoles, userRoutes } from '@aisle/contract/system/users/users';
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { PermissionTree } from '../../links/system/permission-tree.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useUnsavedGuard } from '../../ui/form/drafts/unsaved-guard.tsx';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { RoleStart } from './role-start.tsx';
import { grantable } from './role-templates.ts';

const back = { to: '/users', label: 'Users' } as const;
const treeHeight = 500;

export function AssignRole() {
  const { id } = useParams({ from: '/shell/users/role/$id' });
  const query = useQuery({ ...read(userRoutes.listRole, { params: { id } }), meta: { quiet: true } });
  return (
    <RecordPage title="Assign Role" back={back}>
      {query.data && <RoleEditor key={id} person={query.data} />}
      {!query.data && query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={treeHeight} className="after-a-while" />}
    </RecordPage>
  );
}

function RoleEditor({ person }: { person: UserRoles }) {
  const navigate = useNavigate();
  const { permissions: mine, userId } = useSignedIn();
  const [before] = useState(() => new Set(person.userRoles.filter(isPermission)));
  const [ticked, setTicked] = useState<ReadonlySet<Permission>>(before);
  const assigning = useWrite(userRoutes.assignRole);
  const isMe = person._id === userId;
  const changes =
    [...ticked].filter((key) => !before.has(key)).length +
    [...before].filter((key) => !ticked.has(key)).length;
  const leave = useUnsavedGuard(changes > 0);
  const goBack = () => void navigate({ to: back.to });

  async function assign(): Promise<void> {
    const body = { userId: person._id, userRole: [...ticked] };
    const done = await assigning.mutateAsync({ body }).catch(() => null);
    if (done) leave(goBack);
  }

  return (
    <Panel
      title={fullName(person)}
      tools={
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {ticked.size} granted{changes > 0 && ` · ${changes} changed`}
        </Text>
      }
    >
      {isMe && (
        <Alert color="red" variant="light" mb="md">
          You can't change your own role. Ask another administrator.
        </Alert>
      )}
      {!isMe && <RoleStart onStart={(wanted) => setTicked(grantable(wanted, mine, before))} />}
      <PermissionTree
        label="Roles"
        roles={person.totalRoles}
        mine={mine}
        value={ticked}
        onChange={setTicked}
        maxHeight={treeHeight}
      />
      <Group gap="xs" mt="md" justify="flex-end">
        <Button variant="default" onClick={goBack}>
          Cancel
        </Button>
        <Button disabled={isMe || changes === 0} loading={assigning.isPending} onClick={() => void assign()}>
          Assign Role
        </Button>
      </Group>
    </Panel>
  );
}
