import type { ImportField } from './import-fields.ts';

/**
 * If a file has several addresses, all parts come from the same one: "billing_city", "Default Address Zip", "Address 1 - City".
 */
const addresses = [
  '',
  'billing',
  'defaultaddress',
  'primary',
  'mailing',
  'postal',
  'physical',
  'shipping',
  'home',
  'address',
  'address1',
  'customer',
];
const ofEach = (parts: readonly string[]): string[] =>
  addresses.flatMap((address) => parts.map((part) => `${address}${part}`));

/** The fields of an address, for kinds of files whose records have one. */
export const addressImportFields = {
  line1: {
    label: 'Address',
    known: ofEach([
      'address',
      'address1',
      'addressline1',
      'line1',
      'street',
      'streetaddress',
      'streetaddress1',
      'street1',
      'addressstreet',
      'strasse',
      'anschrift',
      'adresse',
      'direccion',
      'calle',
      'rue',
    ]),
  },
  line2: {
    label: 'Address line 2',
    known: ofEach(['addressline2', 'address2', 'line2', 'streetaddress2', 'street2', 'adresszusatz']),
  },
  city: {
    label: 'City',
    known: ofEach(['city', 'town', 'ort', 'stadt', 'ciudad', 'ville']),
  },
  state: {
    label: 'State',
    known: ofEach([
      'state',
      'province',
      'region',
      'bundesland',
      'provincia',
      'estado',
      'provincecode',
      'statecode',
      'stateprovince',
      'provincestate',
      'stateregion',
      'stateprovincecode',
      'stateorprovince',
      'stateorprovincecode',
    ]),
  },
  postalCode: {
    label: 'Postal code',
    known: ofEach([
      'postalcode',
      'zip',
      'zipcode',
      'postcode',
      'plz',
      'postleitzahl',
      'zippostalcode',
      'postalzipcode',
      'zippostal',
      'zipcodepostalcode',
      'codigopostal',
      'codepostal',
    ]),
  },
} as const satisfies Record<string, ImportField>;
export type AddressImportField = keyof typeof addressImportFields;
export const addressImportFieldNames = Object.keys(addressImportFields) as AddressImportField[];
