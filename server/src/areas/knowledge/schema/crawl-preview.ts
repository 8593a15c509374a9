import { z } from 'zod'
import { IngestUrlBody } from './source.ts'

export const PreviewCrawlBody = IngestUrlBody.pick({ url: true })
export type PreviewCrawlBody = z.output<typeof PreviewCrawlBody>

export const CrawlPreview = z
  .object({
    url: z.string(),
    title: z.string().nullable().describe('Of the start page.'),
    pageCount: z
      .number()
      .describe(
        'Pages that are known now: the start page, those of the sitemap, and those that the start page links to.',
      ),
    sitemapCount: z.number().describe('How many of them are in the sitemap.'),
    delayMs: z.number().describe('Between two requests, by the robots.txt of the site or by default.'),
    pages: z.array(z.string()).describe('The first 100 of them, in the order of the crawl.'),
  })
  .meta({ id: 'KnowledgeCrawlPreview' })
export type CrawlPreview = z.output<typeof CrawlPreview>
