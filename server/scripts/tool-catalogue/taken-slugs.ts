/** Toolkits that are built in. */
const builtIn =
  'ask-a-human crypto csv datetime encoding file html http human json markdown math regex sandbox sleep table text webhook'

/** Pieces that come with the product. They are listed here so that no slug depends on what happens to be installed. */
const pieces =
  'apitemplate-io ashby baserow bigcommerce blockscout contentful datocms deepseek digital-ocean digital-pilot drip ' +
  'facebook-leads feathery fireberry freshservice ghostcms greenhouse harvest heartbeat housecall-pro image-router ' +
  'intercom lemlist lemon-squeezy llmrails mempool-space mistral-ai mongodb motion mysql notion pandadoc pdfcrowd ' +
  'personal-ai photoroom salesloft sender shopify sitespeakai slack slidespeak square store surveymonkey totalcms ' +
  'village webflow woocommerce wordpress zoho-bookings zoho-books'

/** Slugs that are not for the catalogue, because other toolkits of the product have them. */
export const takenSlugs: ReadonlySet<string> = new Set(`${builtIn} ${pieces}`.split(' '))
