-- Since when the site of a crawl no longer has a page. The next crawl that misses it deletes it.
alter table knowledge_source add column missing_since timestamptz;
