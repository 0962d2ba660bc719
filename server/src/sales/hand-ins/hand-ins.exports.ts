import { type HandIn, handInRoutes } from '@aisle/contract/sales/hand-ins';
import { instant, money, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const handInExports = {
  handIns: exportOf<HandIn>({ title: 'Cash hand-ins', route: handInRoutes.list }, [
    instant('Received', (handIn) => handIn.createdAt),
    text('Driver', (handIn) => handIn.driverName),
    text('Location', (handIn) => handIn.locationName),
    money('Expected', (handIn) => handIn.expected),
    money('Counted', (handIn) => handIn.counted),
    money('Difference', (handIn) => handIn.difference),
    text('Note', (handIn) => handIn.note),
    text('Received by', (handIn) => handIn.receivedBy),
  ]),
};
