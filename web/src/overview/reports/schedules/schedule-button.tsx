import type { ReportName } from '@aisle/contract/overview/report-schedules';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import type { Request } from './schedules.ts';

const ScheduleDrawer = later(() => import('./schedule-drawer.tsx').then((module) => module.ScheduleDrawer));

/** Opens the schedules, which email the current report regularly. */
export function ScheduleButton<Name extends ReportName>(props: { report: Name; request: Request<Name> }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <>
      <Tooltip label="Schedules">
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Schedules"
          aria-haspopup="dialog"
          onClick={() => setState('open')}
        >
          <IconMailForward size={16} />
        </ActionIcon>
      </Tooltip>
      {state !== 'unused' && (
        <Suspense>
          <ScheduleDrawer {...props} opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
