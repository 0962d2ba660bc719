import { isPermission, permissions } from '@aisle/contract/permissions';
import { type ApiKey, apiKeyRoutes, apiScopeLabels } from '@aisle/contract/system/api-keys';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { CreatorLeft } from '../../../links/system/creator-left.tsx';
import { hasExpired } from '../../../links/system/key-expiry.ts';
import { HistoryButton } from '../../../links/system/record-history.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Facts, Panel, RecordPage } from '../../../ui/record/record-page.tsx';
import { StatusBadge } from '../../../ui/values/status-badge.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import { EditKey } from './edit-key.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyUsage } from './key-usage.tsx';

const back = { to: '/settings', search: { tab: 'api-keys' }, label: 'API keys' } as const;

export function ApiKeyScreen() {
  const { id } = useParams({ from: '/shell/settings/api-keys/$id' });
  const query = useQuery({ ...read(apiKeyRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(apiKey) => <KeyPage apiKey={apiKey} />}
    </Loaded>
  );
}

function KeyPage({ apiKey }: { apiKey: ApiKey }) {
  const { _id, name, prefix, createdBy, createdAt, lastUsedAt, expiresAt, revokedAt, makerLeftAt } = apiKey;
  const params = { id: _id };
  const rotating = useWrite(apiKeyRoutes.rotate);
  const revoking = useWrite(apiKeyRoutes.revoke);
  const keeping = useWrite(apiKeyRoutes.keep);
  const takingOver = useWrite(apiKeyRoutes.takeOver);
  const [isEditing, setEditing] = useState(false);
  const isOver = revokedAt !== null || hasExpired(apiKey);

  async function rotate(): Promise<void> {
    const sure = await confirm({
      title: `Create a new secret for ${name}?`,
      text: 'The current secret works for 24 more hours, so you can switch without interruption.',
      confirm: 'Create new secret',
    });
    if (sure) rotating.mutate({ params });
  }
  async function revoke(): Promise<void> {
    const sure = await confirm({
      title: `Revoke ${name}?`,
      text: "Programs using this key lose access right away. This can't be undone.",
      confirm: 'Revoke',
    });
    if (sure) revoking.mutate({ params });
  }

  return (
    <RecordPage
      title={name}
      back={back}
      badge={<KeyStatus apiKey={apiKey} />}
      summary={[
        ['Key', <code key="key">{prefix}…</code>],
        ['Created', <DateText key="created" value={createdAt} />],
        ['Creator', createdBy && `by ${createdBy}`],
        [
          'Last use',
          lastUsedAt ? (
            <>
              last used <DateText value={lastUsedAt} withTime />
            </>
          ) : (
            'never used'
          ),
        ],
        [
          'Expiration',
          <>
            expires <DateText value={expiresAt} />
          </>,
        ],
      ]}
      history={<HistoryButton resource="apiKeys" id={_id} name={name} />}
      actions={
        !isOver && (
          <>
            <Button variant="default" loading={rotating.isPending} onClick={() => void rotate()}>
              New secret
            </Button>
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
          </>
        )
      }
      menu={isOver ? [] : [{ label: 'Revoke', danger: true, onClick: () => void revoke() }]}
      side={<KeyRights apiKey={apiKey} />}
    >
      {makerLeftAt && !isOver && (
        <CreatorLeft
          what={`API key ${name}`}
          maker={createdBy}
          isBusy={keeping.isPending || takingOver.isPending}
          onKeep={() => keeping.mutate({ params })}
          onTakeOver={() => takingOver.mutate({ params })}
        />
      )}
      <KeyUsage id={_id} />
      {isEditing && <EditKey apiKey={apiKey} onClose={() => setEditing(false)} />}
      {rotating.data && (
        <KeyDialog
          name={name}
          value={rotating.data.key}
          note="The old secret works for 24 more hours."
          onClose={rotating.reset}
        />
      )}
    </RecordPage>
  );
}

function KeyStatus({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.revokedAt) return <StatusBadge family="off" label="Revoked" />;
  if (hasExpired(apiKey)) return <StatusBadge family="off" label="Expired" />;
  return <StatusBadge family="good" label="Active" />;
}

function KeyRights({ apiKey }: { apiKey: ApiKey }) {
  const { scopes, locations, mayMoveMoney, allowedAddresses, limitPerMinute, oldSecretUntil } = apiKey;
  const granted = apiKey.permissions.filter(isPermission);
  return (
    <>
      <Panel title="Rights">
        <Facts
          facts={[
            ['Locations', locations?.map(({ name }) => name).join(', ') ?? 'All'],
            ['Can move money', mayMoveMoney ? 'Yes' : 'No'],
            ['Allowed addresses', allowedAddresses.join(', ') || 'Any'],
            ['Requests per minute', limitPerMinute.toLocaleString('en-US')],
            ['Old secret works until', oldSecretUntil && <DateText value={oldSecretUntil} withTime />],
          ]}
        />
      </Panel>
      {scopes.length > 0 && (
        <Panel title="Scopes">
          <Items items={scopes.map((scope) => apiScopeLabels[scope])} />
        </Panel>
      )}
      {granted.length > 0 && (
        <Panel title="Permissions">
          <Items items={granted.map((permission) => permissions[permission].label)} />
        </Panel>
      )}
    </>
  );
}

const Items = ({ items }: { items: readonly string[] }) => (
  <ul className="plain-list grid gap-1 text-sm">
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
