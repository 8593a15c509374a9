const fixes: Record<string, string> = {
  unsupported_file: 'Convert it to a supported format, for example PDF, DOCX, Markdown, PNG or plain text.',
  encrypted_file: 'Remove the password and add the file again.',
  empty_text:
    'The file is empty, or no text could be read from its images. Try an image with a higher resolution.',
  too_large: 'Split it into several sources.',
  parser_failed: 'The file may be damaged. Open and save it again, or convert it to another format.',
  fetch_blocked: 'Its address is not reachable from this server, or its robots.txt forbids it.',
  fetch_failed: 'Check that the page can be opened, then retry.',
  embedding_unavailable:
    'Check the provider of the embedding model, then retry. Finished parts are not repeated.',
  insufficient_credits: 'Add credits, then retry. Finished parts are not repeated.',
  file_not_found: 'Its file was deleted. Upload it again.',
}

/** What to do about a failure of indexing. */
export const fixOf = (code: string): string =>
  fixes[code] ?? 'Retry; if it fails again, the server log has the cause.'
