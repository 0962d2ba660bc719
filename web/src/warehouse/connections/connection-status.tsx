import type { Connection } from '@aisle/contract/warehouse/connections';
import { StatusBadge } from '../../ui/values/status-badge.tsx';

export function ConnectionStatus({ connection }: { connection: Connection }) {
  if (!connection.status) return <StatusBadge family="off" label="Off" />;
  if (connection.isSilent) return <StatusBadge family="bad" label="Silent" />;
  if (connection.refused > 0) return <StatusBadge family="waiting" label="Rows refused" />;
  if (connection.lastSeenAt === null) return <StatusBadge family="waiting" label="Not used yet" />;
  return <StatusBadge family="good" label="Active" />;
}

/** A duration as people say it: "2 min", "3 h", "4 days". */
export function lagText(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 60) return seconds < 5 ? 'None' : `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export const kindLabels = { apiKey: 'API key', webhook: 'Webhook' } as const;
