import { expect, test } from 'vitest';
import { checkFile, rowsOf } from '../../../test/import-builders.ts';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();

const jane = {
  firstName: 'Jane',
  lastName: 'Doe',
  phone: '+16175550142',
  email: 'jane@home.example',
  line1: '1 Main St',
  line2: 'Apt 4',
  city: 'Cambridge',
  state: 'MA',
  postalCode: '02139',
};

/** The headings of other programs, each above the same customer. */
test.each<[program: string, consent: boolean | undefined, headings: string, row: string]>([
  [
    'Shopify',
    true,
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Note',
    "'7001,Jane,Doe,jane@home.example,yes,,1 Main St,Apt 4,Cambridge,MA,US,'02139,+1 617-555-0142,,",
  ],
  [
    'WooCommerce',
    undefined,
    'user_login,user_email,display_name,first_name,last_name,roles,billing_first_name,billing_last_name,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_address_1,shipping_postcode,shipping_city,shipping_state',
    'jane,jane@home.example,Jane D,Jane,Doe,customer,Jane,Doe,jane@home.example,617-555-0142,1 Main St,Apt 4,02139,Cambridge,MA,US,9 Other Rd,78701,Austin,TX',
  ],
  [
    'Square',
    true,
    'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Email Subscription Status',
    ",Jane,Doe,jane@home.example,'+1 617-555-0142,,1 Main St,Apt 4,Cambridge,MA,02139,,,SQ1,subscribed",
  ],
  [
    'PrestaShop',
    undefined,
    'Address ID;Alias*;Active (0/1);Customer e-mail*;Customer ID;Company;Lastname*;Firstname*;Address 1*;Address 2;Zip/postal code*;City*;Country*;State;Phone;Mobile Phone',
    '1;Home;1;jane@home.example;5;;Doe;Jane;1 Main St;Apt 4;02139;Cambridge;United States;MA;;617-555-0142',
  ],
  [
    'Magento',
    undefined,
    'email,_website,created_at,firstname,lastname,group_id,_address_city,_address_country_id,_address_firstname,_address_postcode,_address_region,_address_street,_address_telephone,address2',
    'jane@home.example,base,2024-01-01 10:00:00,Jane,Doe,1,Cambridge,US,Jane,02139,MA,1 Main St,617-555-0142,Apt 4',
  ],
  [
    'Clover',
    true,
    'Customer ID,First Name,Last Name,Phone Number,Email Address,Address Line 1,Address Line 2,City,State / Province,Postal / Zip Code,Country,Marketing Allowed',
    'C1,Jane,Doe,(617) 555-0142,jane@home.example,1 Main St,Apt 4,Cambridge,MA,02139,US,Yes',
  ],
  [
    'Klaviyo',
    false,
    'Email,Klaviyo ID,First Name,Last Name,Phone Number,Address,Address 2,City,State / Region,Country,Zip Code,Email Marketing Consent',
    'jane@home.example,01A,Jane,Doe,+16175550142,1 Main St,Apt 4,Cambridge,MA,United States,02139,NEVER_SUBSCRIBED',
  ],
  [
    'Lightspeed',
    undefined,
    'id,customer_code,first_name,last_name,email,phone,mobile,postal_address1,postal_address2,postal_city,postal_state,postal_postcode,physical_address1,physical_city',
    'x1,J-1,Jane,Doe,jane@home.example,,617-555-0142,1 Main St,Apt 4,Cambridge,MA,02139,9 Other Rd,Austin',
  ],
  [
    'Google Contacts',
    undefined,
    'First Name,Last Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Street,Address Line 2,Address 1 - City,Address 1 - Region,Address 1 - Postal Code',
    'Jane,Doe,,* myContacts,Home,jane@home.example,Mobile,+1 617-555-0142,1 Main St,Apt 4,Cambridge,MA,02139',
  ],
])('reads customers of %s with the suggested mapping', async (_, consent, headings, row) => {
  const checked = await checkFile(admin, `${headings}\n${row}\n`, { kind: 'customers' });

  expect(checked.problemGroups).toEqual([]);
  const [read] = await rowsOf(admin, checked);
  const values = Object.fromEntries(read!.changes.map(({ field, after }) => [field, after]));
  expect(values).toEqual({ ...jane, ...(consent !== undefined && { marketingConsent: consent }) });
});
