import { supportRoutes } from '@aisle/contract/service/support';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';

const none = { categories: [], cannedReplies: [] };
const rarelyChangesMs = 5 * 60_000;

/** The categories and canned replies of the settings. */
export function useSupportOptions() {
  const { data } = useQuery({
    ...read(supportRoutes.options, {}),
    staleTime: rarelyChangesMs,
    meta: { quiet: true },
  });
  return data ?? none;
}
