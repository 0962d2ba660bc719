import { type DriverRow, driverRoutes, vehicleLabels } from '@aisle/contract/sales/drivers';
import { text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const driverExports = {
  drivers: exportOf<DriverRow>({ title: 'Drivers', route: driverRoutes.list, withoutCustomers: true }, [
    text('Name', (driver) => driver.name),
    text('Phone', (driver) => driver.phone),
    text('Email', (driver) => driver.email),
    text('Vehicle', (driver) => vehicleLabels[driver.vehicle.type]),
    text('Plate', (driver) => driver.vehicle.plate),
    text('Drives for', (driver) => driver.locations.map(({ name }) => name).join(', ')),
    text('Availability', (driver) => driver.availability),
    yesNo('Active', (driver) => driver.status),
  ]),
};
