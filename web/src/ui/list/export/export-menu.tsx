import type { ListBody } from '@aisle/contract/core/list-search';
import { exportNameOf, type Route } from '@aisle/contract/core/route';
import { type ExportFormat, exportRoutes, type ListExportFormat } from '@aisle/contract/system/exports';
import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { download } from '../../../core/download.ts';
import { later } from '../../../core/pages/lazy.ts';
import { MenuButton } from '../../menu-button.tsx';

const ExportDialog = later(() => import('./export-dialog.tsx').then((module) => module.ExportDialog));

interface ExportMenuProps {
  /** The route of the list. */
  route: Route;
  body: ListBody;
  /** Exports only these rows. */
  ids?: readonly string[] | undefined;
  heading?: string;
  /** Shown without a border, among other icons. */
  isPlain?: boolean;
}

/** Exports all pages of the list with this body. Renders nothing for a list without an export. */
export function ExportMenu({ route, body, ids, heading, isPlain = false }: ExportMenuProps) {
  const start = useWrite(exportRoutes.create);
  const name = exportNameOf(route);
  if (!name) return null;
  const { search, sort, filters } = body;
  const write = (format: ListExportFormat) =>
    start.mutateAsync({
      params: { name },
      query: { format },
      body: { ...(search && { search }), ...(sort && { sort }), ...(ids && { ids: [...ids] }), filters },
    });
  return (
    <ExportButton
      isPending={start.isPending}
      isPlain={isPlain}
      {...(heading && { heading })}
      start={write}
      {...(route.list?.exportsPictures && { startWithPictures: () => write('zip') })}
    />
  );
}

/** The URL of the file, or the job that writes it. */
type Started = Promise<{ url: string | null; jobId: string | null }>;
interface ExportButtonProps {
  isPending: boolean;
  heading?: string;
  isPlain?: boolean;
  start: (format: ExportFormat) => Started;
  startWithPictures?: () => Started;
}
export function ExportButton({
  isPending,
  heading = 'Export this list as',
  isPlain = false,
  start,
  startWithPictures,
}: ExportButtonProps) {
  const [job, setJob] = useState<string | null>(null);
  async function take(started: Started): Promise<void> {
    const { url, jobId } = await started;
    if (url) download(url);
    else setJob(jobId);
  }
  const save = (begin: () => Started) => () => void take(begin()).catch(() => undefined);
  return (
    <>
      <MenuButton
        tooltip="Export"
        button={
          <ActionIcon
            {...(isPlain ? { variant: 'subtle', color: 'gray', size: 32 } : { variant: 'default', size: 36 })}
            aria-label="Export"
            loading={isPending}
          >
            <IconDownload size={isPlain ? 20 : 16} />
          </ActionIcon>
        }
        entries={[
          { heading },
          { label: 'CSV', onClick: save(() => start('csv')) },
          { label: 'Excel (XLSX)', onClick: save(() => start('xlsx')) },
          ...(startWithPictures
            ? [{ label: 'CSV with pictures (ZIP)', onClick: save(startWithPictures) }]
            : []),
        ]}
      />
      <Suspense>{job && <ExportDialog jobId={job} onClose={() => setJob(null)} />}</Suspense>
    </>
  );
}
