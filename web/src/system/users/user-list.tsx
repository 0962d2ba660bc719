import { userActions } from '@aisle/contract/system/users/user-actions';
import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { type User, type UserType, userRoutes } from '@aisle/contract/system/users/users';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { startViewing, useCan, useSignedIn } from '../../core/session/session.ts';
import { useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { useRowHistory } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { choice, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ActiveBadge } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { userTypeLabels, userTypeOptions } from './user-type.ts';

const UserForm = later(() => import('./user-form.tsx').then((module) => module.UserForm));
const UserSessions = later(() => import('./user-sessions.tsx').then((module) => module.UserSessions));

const filters = [
  choice('userType', 'Type', userTypeOptions),
  yesNo('status', 'Status', 'Active', 'Inactive'),
];

export function UserList() {
  const list = useList(userRoutes.list);
  const navigate = useNavigate();
  const { user: me, userId } = useSignedIn();
  const canEdit = useCan('user_edit');
  const removing = useWrite(userRoutes.remove);
  const resetting = useWrite(userRoutes.resetSecondFactor);
  const [open, setOpen] = useState<User | 'new' | null>(null);
  const history = useRowHistory<User>('users', nameOf);
  const [shown, setShown] = useState<User | null>(null);

  async function remove(user: User): Promise<void> {
    const sure = await confirm({
      title: `Delete ${nameOf(user)}?`,
      text: "They're signed out everywhere. Their name stays on their past work. API keys and webhooks they created keep working until someone with access to settings decides.",
      confirm: 'Delete',
    });
    if (sure) await removing.mutateAsync({ params: { id: user._id } }).catch(() => undefined);
  }

  async function resetFactor(user: User): Promise<void> {
    const sure = await confirm({
      title: `Reset the second factor of ${nameOf(user)}?`,
      text: "Make sure it's really them asking. Their authenticator app, passkeys and recovery codes stop working, they're signed out everywhere and get an email.",
      confirm: 'Reset second factor',
    });
    if (sure) await resetting.mutateAsync({ params: { id: user._id } }).catch(() => undefined);
  }
  const { actionFor } = useBulkActions<User>(list);
  const viewAs = useViewAs();
  const invite = useWrite(userRoutes.resendInvitation);

  const columns: Column<User>[] = [
    { key: 'name', header: 'Name', cell: nameOf, sortable: true },
    { key: 'email', header: 'Email', cell: (user) => user.email, sortable: true, card: 'detail' },
    {
      key: 'userType',
      header: 'Type',
      cell: (user) => userTypeLabels[user.userType as UserType],
      sortable: true,
      card: 'figure',
    },
    {
      key: 'locations',
      header: 'Locations',
      cell: (user) => (user.userType === 'store' ? user.locations.map(({ name }) => name).join(', ') : 'All'),
    },
    {
      key: 'lastLoginAt',
      header: 'Last sign-in',
      cell: (user) => (user.hasPassword ? <DateText value={user.lastLoginAt} withTime /> : 'Invited'),
      sortable: true,
    },
    {
      key: 'hasSecondFactor',
      header: 'Second factor',
      cell: (user) => (user.hasSecondFactor ? 'On' : '–'),
      optional: true,
    },
    {
      key: 'createdAt',
      header: 'Added',
      cell: (user) => <DateText value={user.createdAt} />,
      sortable: true,
      optional: true,
    },
    {
      key: 'status',
      header: 'Status',
      cell: (user) => <ActiveBadge active={user.status} />,
      width: 96,
      card: 'state',
    },
  ];

  return (
    <>
      <ListPage
        title="Users"
        noun="users"
        searchLabel="Search by name or email"
        list={list}
        columns={columns}
        filters={filters}
        primary={{ label: 'New user', permission: 'user_add', onClick: () => setOpen('new') }}
        {...(canEdit && { onOpen: setOpen })}
        rowActions={(user) => [
          { label: 'Edit', permission: 'user_edit', onClick: () => setOpen(user) },
          ...(user.hasPassword || !user.status
            ? []
            : [
                {
                  label: 'Resend invitation',
                  permission: 'user_edit' as const,
                  onClick: () => invite.mutate({ params: { id: user._id } }),
                },
              ]),
          ...history.actionsFor(user),
          ...(me.userType === 'admin'
            ? [
                {
                  label: 'Assign Role',
                  onClick: () => void navigate({ to: '/users/role/$id', params: { id: user._id } }),
                },
                ...(user.status && user._id !== userId
                  ? [
                      {
                        label: 'View as',
                        permission: 'user_view' as const,
                        onClick: () => void viewAs(user),
                      },
                    ]
                  : []),
                { label: 'Sessions', permission: 'user_view' as const, onClick: () => setShown(user) },
              ]
            : []),
          ...(me.userType === 'admin' && user.hasSecondFactor && user._id !== userId
            ? [
                {
                  label: 'Reset second factor',
                  permission: 'user_edit' as const,
                  onClick: () => void resetFactor(user),
                },
              ]
            : []),
          { label: 'Delete', permission: 'user_delete', danger: true, onClick: () => void remove(user) },
        ]}
        bulk={[...actionFor(userActions.activate), ...actionFor(userActions.deactivate)]}
        empty="Add the people who work here. Each gets an invitation by email."
      />
      {history.drawer}
      <Suspense>
        {open && <UserForm user={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
        {shown && <UserSessions user={shown} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  );
}

const nameOf = (user: User): string => `${user.firstName} ${user.lastName}`;

/** Shows Aisle as another user sees it, after a confirmation. */
function useViewAs() {
  const viewing = useWrite(userSessionRoutes.viewAs);
  return async (user: User): Promise<void> => {
    const sure = await confirm({
      title: `View Aisle as ${nameOf(user)}?`,
      text: "You see what they see and can't change anything. It's recorded in the audit log and ends after an hour.",
      confirm: 'View as',
    });
    if (!sure) return;
    const view = await viewing.mutateAsync({ params: { id: user._id } }).catch(() => undefined);
    if (view) startViewing(view['admin-token'], view._id, view.userRole, view.user);
  };
}
