import {
  type Driver,
  DriverInput,
  driverRoutes,
  vehicleLabels,
  vehicleTypes,
} from '@aisle/contract/sales/drivers';
import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import {
  AddressFields,
  type AddressValues,
  addressValues,
  isBlankAddress,
} from '../../ui/form/fields/address-fields.tsx';
import { ImageUpload, type UploadedImage } from '../../ui/form/fields/image-upload.tsx';
import { PhoneInput } from '../../ui/form/fields/phone-input.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { PapersField, type StoredDocument } from './papers-field.tsx';

interface DriverFormProps {
  /** Undefined for a new driver. */
  id: string | undefined;
  onClose: () => void;
  onSaved?: (id: string) => void;
}

/** Adds or edits a driver. Editing loads the full record first, because a list row lacks some fields. */
export function DriverForm({ id, ...props }: DriverFormProps) {
  const query = useQuery({
    ...read(driverRoutes.view, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    // Changes by other users must not replace the user's input; they appear as conflicts.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (id !== undefined && !query.data) return null;
  return <Fields driver={query.data} {...props} />;
}

const vehicleChoices = vehicleTypes.map((value) => ({ value, label: vehicleLabels[value] }));

const toValues = (driver?: Driver) => ({
  name: driver?.name ?? '',
  phone: driver?.phone ?? '',
  email: driver?.email ?? '',
  locationIds: driver?.locations.map(({ _id }) => _id) ?? [],
  vehicle: { type: driver?.vehicle.type ?? ('car' as const), plate: driver?.vehicle.plate ?? '' },
  licenceNumber: driver?.licenceNumber ?? '',
  address: addressValues(driver?.address),
  availability: driver?.availability === 'offline' ? ('offline' as const) : ('available' as const),
  status: driver?.status ?? true,
});
/** Treats five empty fields as no address. */
const DriverFields = z.preprocess((values) => {
  const { address, ...rest } = values as { address: AddressValues };
  return { ...rest, address: isBlankAddress(address) ? null : address };
}, DriverInput);

function Fields({ driver, onClose, onSaved }: Omit<DriverFormProps, 'id'> & { driver: Driver | undefined }) {
  const form = useZodForm(DriverFields, toValues, driver);
  const create = useWrite(driverRoutes.create);
  const edit = useWrite(driverRoutes.edit);
  const [photo, setPhoto] = useState<UploadedImage[]>(driver?.photo ? [{ picture: driver.photo }] : []);
  const [papers, setPapers] = useState<StoredDocument[]>(
    () => driver?.documents.map((document) => ({ document })) ?? [],
  );
  const savedId = useRef('');
  const isBusy = driver?.availability === 'busy';

  async function save({ availability, ...values }: DriverInput, version: number): Promise<Driver> {
    const files = {
      photo: photo[0]?.file,
      documents: papers.map(({ file }) => file).filter((file) => file !== undefined),
    };
    // A driver on a trip stays busy regardless of the switch.
    const body = { ...values, ...(!isBusy && { availability }) };
    const kept = new Set(papers.map(({ document }) => document?._id));
    const saved = driver
      ? await edit.mutateAsync({
          params: { id: driver._id },
          body: {
            ...body,
            version,
            ...(driver.photo && photo.length === 0 && { removePhoto: true }),
            removeDocuments: driver.documents.map(({ _id }) => _id).filter((id) => !kept.has(id)),
          },
          files,
        })
      : await create.mutateAsync({ body, files });
    savedId.current = saved._id;
    return saved;
  }

  return (
    <FormDrawer
      title={driver ? 'Edit driver' : 'New driver'}
      form={form}
      save={save}
      onClose={onClose}
      onSaved={() => onSaved?.(savedId.current)}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <PhoneInput withAsterisk {...form.getInputProps('phone')} />
      <TextInput
        label="Email"
        type="email"
        description="Delivery requests are emailed here. Without an email, send the link yourself"
        {...form.getInputProps('email')}
      />
      <LocationMultiSelect
        label="Drives for"
        withAsterisk
        current={driver?.locations ?? []}
        {...form.getInputProps('locationIds')}
        value={form.values.locationIds}
      />
      <ImageUpload label="Photo" images={photo} onChange={setPhoto} />
      <Group gap="md" align="flex-start" grow>
        <Select label="Vehicle" data={vehicleChoices} {...form.getInputProps('vehicle.type')} />
        <TextInput label="Plate" {...form.getInputProps('vehicle.plate')} />
      </Group>
      <TextInput label="License number" {...form.getInputProps('licenceNumber')} />
      <PapersField papers={papers} onChange={setPapers} />
      <AddressFields form={form} path="address." />
      <Switch
        label="Offline"
        description={isBusy ? "Can't go offline during a delivery" : "Offline drivers don't get requests"}
        color="teal"
        disabled={isBusy}
        checked={form.values.availability === 'offline'}
        onChange={({ currentTarget: { checked } }) =>
          form.setFieldValue('availability', checked ? 'offline' : 'available')
        }
      />
      <Switch
        label="Active"
        description="Inactive drivers don't appear on the dispatch board"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}
