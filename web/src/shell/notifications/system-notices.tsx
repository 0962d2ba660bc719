import type { SystemNotice } from '@aisle/contract/system/notifications';
import { placesOfSystem } from '../../system/notifications/notice-words.ts';
import { NoticeLines } from './notice-lines.tsx';

/** What somebody with access to settings has to look into: late backups, mismatches, keys of people who left. */
export function SystemNotices({ system, onClose }: { system: readonly SystemNotice[]; onClose: () => void }) {
  const lines = system.map(({ kind, ...notice }) => ({ ...notice, to: placesOfSystem[kind] }));
  return <NoticeLines title="System" lines={lines} onClose={onClose} />;
}
