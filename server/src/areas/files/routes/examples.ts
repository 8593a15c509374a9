export const exampleFile = {
  id: '0199f1a0-0000-7000-8000-0000000000f1',
  name: 'report.pdf',
  fileType: 'document',
  mimeType: 'application/pdf',
  extension: 'pdf',
  sizeBytes: 48_213,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  url: '/api/v1/file/download/0199f1a0-0000-7000-8000-0000000000f1',
  ref: 'file:0199f1a0-0000-7000-8000-0000000000f1',
  status: 'ready',
  expiresAt: null,
  metadata: {},
  eUID: '0199f1a0-0000-7000-8000-000000000001',
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}

export const exampleUpload = {
  id: '0199f1a0-0000-7000-8000-0000000000f2',
  status: 'uploading',
  fileId: null,
  fileType: 'video',
  name: 'talk.mp4',
  sizeBytes: 20_000_000,
  partSizeBytes: 8_388_608,
  partCount: 3,
  parts: [
    {
      number: 1,
      sizeBytes: 8_388_608,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  ],
  createdAt: '2026-01-02T03:04:05.678Z',
  expiresAt: '2026-01-03T03:04:05.678Z',
}
