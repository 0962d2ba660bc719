import { kmToMiles, milesToKm } from '@aisle/contract/core/dates';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type Location, locationRoutes } from '@aisle/contract/locations/locations';
import { SegmentedControl, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';
import { type FieldProps, TypedField } from '../../../ui/form/fields/typed-field.tsx';
import { codesOf, cornersAround } from '../delivery/area.ts';
import { RadiusMap } from '../delivery/radius-map.tsx';
import { AreaEditor } from './area-editor.tsx';
import { type AreaKind, defaultRadiusKm, type FormOfLocation } from './location-values.ts';

const kinds: { value: AreaKind; label: string }[] = [
  { value: 'circle', label: 'Distance' },
  { value: 'polygon', label: 'Area on the map' },
  { value: 'postalCodes', label: 'Postal codes' },
];

interface AreaFieldsProps {
  form: FormOfLocation;
  location: Location | undefined;
}
/** Edits the delivery area, and shows the effect on the latest deliveries. */
export function AreaFields({ form, location }: AreaFieldsProps) {
  const { areaKind, deliveryArea, deliveryRadiusKm, name } = form.values;
  const places = useLastDeliveries(location);
  const store = positionOf(form.values);
  const radiusKm = deliveryRadiusKm !== null && deliveryRadiusKm > 0 ? deliveryRadiusKm : null;
  const setPoints = (points: typeof deliveryArea.points) => form.setFieldValue('deliveryArea.points', points);

  function choose(kind: AreaKind): void {
    form.setFieldValue('areaKind', kind);
    // Starts with a shape that the user can drag.
    if (kind === 'polygon' && deliveryArea.points.length === 0 && store) {
      setPoints(cornersAround(store, radiusKm ?? defaultRadiusKm));
    }
  }
  return (
    <>
      <div>
        <Text size="sm" fw={500} id="area-kind" mb={4}>
          Delivers by
        </Text>
        <SegmentedControl
          aria-labelledby="area-kind"
          data={kinds}
          value={areaKind}
          onChange={(kind) => choose(kind as AreaKind)}
        />
      </div>
      {areaKind === 'circle' && location && store && radiusKm && (
        <RadiusMap name={location.name} {...store} radiusKm={radiusKm} places={places} />
      )}
      {areaKind === 'circle' && (
        <MilesInput
          label="Delivers within"
          withAsterisk
          maw={240}
          {...form.getInputProps('deliveryRadiusKm')}
        />
      )}
      {areaKind === 'polygon' && (
        <AreaEditor
          store={store && { ...store, name: name || 'This location' }}
          radiusKm={radiusKm ?? defaultRadiusKm}
          points={deliveryArea.points}
          places={places}
          error={form.errors['deliveryArea.points']}
          onChange={setPoints}
        />
      )}
      {areaKind === 'postalCodes' && (
        <PostalCodesField
          codes={deliveryArea.codes}
          error={codesError(form.errors)}
          onChange={(codes) => form.setFieldValue('deliveryArea.codes', codes)}
        />
      )}
    </>
  );
}

function useLastDeliveries(location: Location | undefined) {
  const mayOrders = useCan('order_list');
  const query = useQuery({
    ...read(locationRoutes.deliveries, { params: { id: location?._id ?? '' } }),
    enabled: mayOrders && location !== undefined,
    meta: { quiet: true },
  });
  return query.data?.places ?? [];
}

const isDegrees = (value: number | null, max: number): value is number =>
  value !== null && Math.abs(value) <= max;
function positionOf({ latitude, longitude }: FormOfLocation['values']) {
  return isDegrees(latitude, 85) && isDegrees(longitude, 180) ? { latitude, longitude } : null;
}
/** The error of the list, or of one of its codes. */
const codesError = (errors: FormOfLocation['errors']) =>
  Object.entries(errors).find(([path]) => path.startsWith('deliveryArea.codes'))?.[1];

interface PostalCodesFieldProps {
  codes: readonly string[];
  error: React.ReactNode;
  onChange: (codes: string[]) => void;
}
function PostalCodesField({ codes, error, onChange }: PostalCodesFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Textarea
      label="Postal codes"
      withAsterisk
      description={
        codes.length > 0
          ? `Delivers to ${pluralize(codes.length, 'postal code')}`
          : 'Type or paste them, separated by commas or line breaks'
      }
      autosize
      minRows={3}
      maxRows={10}
      value={typed ?? codes.join(', ')}
      error={error}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(codesOf(event.currentTarget.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

const upTo2 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, useGrouping: false });
/** Shows miles and stores kilometers. */
const MilesInput = (props: FieldProps<number>) => (
  <TypedField
    inputMode="decimal"
    rightSection="mi"
    rightSectionWidth={36}
    {...props}
    toText={(km) => upTo2.format(kmToMiles(km))}
    parse={(text) => {
      const miles = parseDecimal(text);
      return typeof miles === 'number' ? Math.round(milesToKm(miles) * 1000) / 1000 : miles;
    }}
    unreadable={Number.NaN}
  />
);
