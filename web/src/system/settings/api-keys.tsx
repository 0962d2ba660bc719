import { pluralize } from '@aisle/contract/core/pluralize';
import { type ApiKey, apiKeyRoutes, apiScopeLabels } from '@aisle/contract/system/api-keys';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { CreatorLeft } from '../../links/system/creator-left.tsx';
import { expiresSoon, hasExpired } from '../../links/system/key-expiry.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { KeyDialog } from './keys/key-dialog.tsx';
import { NewApiKey } from './new-api-key.tsx';
import classes from './settings.module.css';

/** The API keys of other programs, such as storefronts and registers. */
export function ApiKeys() {
  const query = useQuery({
    ...read(apiKeyRoutes.list, { body: { limit: 100, sort: { field: 'createdAt', order: 'desc' } } }),
    meta: { quiet: true },
  });
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<{ name: string; key: string }>();
  const keys = query.data?.records;
  return (
    <Panel
      title="API keys"
      tools={
        <Button size="sm" leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
          New API key
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="md">
        API keys let a storefront, a register or another program use the API, limited to the permissions,
        locations and scopes you choose.
      </Text>
      {query.error && !keys && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={80} className="after-a-while" />}
      {keys?.length === 0 && <Text>No API keys yet. Create one to connect your storefront.</Text>}
      {keys && keys.length > 0 && (
        <ul className="plain-list grid">
          {keys.map((key) => (
            <Key key={key._id} apiKey={key} />
          ))}
        </ul>
      )}
      {isNew && <NewApiKey keys={keys ?? []} onMade={setMade} onClose={() => setNew(false)} />}
      {made && <KeyDialog name={made.name} value={made.key} onClose={() => setMade(undefined)} />}
    </Panel>
  );
}

function Key({ apiKey }: { apiKey: ApiKey }) {
  const { _id, name, prefix, createdBy, revokedAt, makerLeftAt } = apiKey;
  const params = { id: _id };
  const revoking = useWrite(apiKeyRoutes.revoke);
  const keeping = useWrite(apiKeyRoutes.keep);
  const takingOver = useWrite(apiKeyRoutes.takeOver);
  const isOver = revokedAt !== null || hasExpired(apiKey);
  async function revoke(): Promise<void> {
    const sure = await confirm({
      title: `Revoke ${name}?`,
      text: "Programs using this key lose access right away. This can't be undone.",
      confirm: 'Revoke',
    });
    if (sure) revoking.mutate({ params });
  }
  return (
    <li className={`row wrap between gap-2 gap-x-4 ${classes.key}`}>
      <div>
        <Text fw={500} component="span" mr="xs">
          <ScreenLink to="/settings/api-keys/$id" params={params}>
            {name}
          </ScreenLink>
        </Text>
        <code className="text-sm secondary">{prefix}…</code>
        <Text size="sm" c="dimmed">
          {rightsText(apiKey)}
        </Text>
        <KeyFacts apiKey={apiKey} />
        {makerLeftAt && !isOver && (
          <CreatorLeft
            what={`API key ${name}`}
            maker={createdBy}
            isBusy={keeping.isPending || takingOver.isPending}
            onKeep={() => keeping.mutate({ params })}
            onTakeOver={() => takingOver.mutate({ params })}
          />
        )}
      </div>
      <span className="row gap-2">
        <HistoryButton resource="apiKeys" id={_id} name={name} />
        {isOver ? (
          <StatusBadge family="off" label={revokedAt ? 'Revoked' : 'Expired'} />
        ) : (
          <Button variant="default" size="sm" loading={revoking.isPending} onClick={() => void revoke()}>
            Revoke
          </Button>
        )}
      </span>
    </li>
  );
}

const rightsText = ({ scopes, permissions, locations, mayMoveMoney }: ApiKey): string =>
  [
    ...scopes.map((scope) => apiScopeLabels[scope]),
    ...(permissions.length > 0 ? [pluralize(permissions.length, 'permission')] : []),
    ...(locations ? [locations.map(({ name }) => name).join(', ')] : []),
    ...(mayMoveMoney ? ['can move money'] : []),
  ].join(' · ');

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { createdAt, createdBy, lastUsedAt, expiresAt, revokedAt } = apiKey;
  return (
    <>
      <Text size="sm" c="dimmed">
        Created <DateText value={createdAt} />
        {createdBy && ` by ${createdBy}`} ·{' '}
        {lastUsedAt ? (
          <>
            last used <DateText value={lastUsedAt} withTime />
          </>
        ) : (
          'never used'
        )}
      </Text>
      {!revokedAt && (
        <Text size="sm" c={expiresSoon(apiKey) ? undefined : 'dimmed'} fw={expiresSoon(apiKey) ? 500 : 400}>
          {hasExpired(apiKey) ? 'Expired' : 'Expires'} <DateText value={expiresAt} />
        </Text>
      )}
    </>
  );
}
