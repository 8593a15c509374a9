/** What each script of the shipped skills returns for an input. */
export const scriptCases: readonly { skill: string; path: string; input: unknown; result: unknown }[] = [
  {
    skill: 'csv-summary',
    path: 'scripts/profile.py',
    input: {
      csv: 'name;amount\nAda;10\nBen;\nEve;5\n',
    },
    result: {
      rows: 3,
      columns: [
        {
          name: 'name',
          empty: 0,
          distinct: 3,
          type: 'text',
          frequent: [
            {
              value: 'Ada',
              count: 1,
            },
            {
              value: 'Ben',
              count: 1,
            },
            {
              value: 'Eve',
              count: 1,
            },
          ],
        },
        {
          name: 'amount',
          empty: 1,
          distinct: 2,
          type: 'number',
          min: 5.0,
          max: 10.0,
          sum: 15.0,
          mean: 7.5,
        },
      ],
      delimiter: ';',
      problems: [],
    },
  },
  {
    skill: 'table-design',
    path: 'scripts/infer.js',
    input: {
      records: [
        {
          id: 1,
          name: 'Ada',
          createdAt: '2026-01-02',
          tags: ['a'],
        },
        {
          id: 2,
          name: 'Ben',
          createdAt: '2026-01-03',
          price: 1.5,
        },
      ],
    },
    result: {
      schema: {
        type: 'object',
        properties: {
          id: {
            type: 'integer',
          },
          name: {
            type: 'string',
          },
          createdAt: {
            type: 'string',
            format: 'date',
          },
          tags: {
            type: 'array',
            items: {
              type: 'string',
            },
          },
          price: {
            type: 'number',
          },
        },
        required: ['id', 'name', 'createdAt'],
      },
      notes: ['tags is in 1 of 2 records', 'price is in 1 of 2 records'],
    },
  },
  {
    skill: 'webhook-signatures',
    path: 'scripts/verify.py',
    input: {
      body: '{"a":1}\n',
      secret: 'topsecret',
      signature: 'sha256=bf1e6501b7fa928ec2391fea9dd90af3c9ad1b7b1ef6ff319c25940cec746bf8',
    },
    result: {
      matches: false,
      scheme: 'hmac',
      hints: ['The signature fits the body trimmed.'],
    },
  },
  {
    skill: 'credit-planning',
    path: 'scripts/plan.js',
    input: {
      workloads: [
        {
          name: 'chat',
          runsPerDay: 100,
          creditsPerRun: 2,
        },
        {
          name: 'report',
          runsPerDay: 1,
          creditsPerRun: 50,
          peakFactor: 1,
        },
      ],
      balance: 1000,
    },
    result: {
      perDay: 250,
      perMonth: 7500,
      runwayDays: 4,
      suggestedCap: {
        period: 'day',
        credits: 780,
      },
      shares: [
        {
          name: 'chat',
          percent: 80,
        },
        {
          name: 'report',
          percent: 20,
        },
      ],
    },
  },
  {
    skill: 'json-compare',
    path: 'scripts/compare.js',
    input: {
      before: {
        a: 1,
        b: [
          {
            id: 1,
            x: 1,
          },
          {
            id: 2,
          },
        ],
        c: '5',
      },
      after: {
        b: [
          {
            id: 2,
          },
          {
            id: 1,
            x: 2,
          },
        ],
        c: 5,
        d: null,
      },
      key: 'id',
    },
    result: {
      isEqual: false,
      changes: [
        {
          path: '/a',
          change: 'removed',
          before: 1,
        },
        {
          path: '/b/1/x',
          change: 'value',
          before: 1,
          after: 2,
        },
        {
          path: '/c',
          change: 'type',
          before: '5',
          after: 5,
        },
        {
          path: '/d',
          change: 'added',
          after: null,
        },
      ],
    },
  },
  {
    skill: 'invoice-check',
    path: 'scripts/check.js',
    input: {
      invoice: {
        number: '7',
        date: '2026-03-01',
        seller: 'A',
        buyer: 'B',
        currency: 'EUR',
        lines: [
          {
            quantity: 3,
            unitPrice: 9.99,
            taxRate: 19,
            total: 29.97,
          },
          {
            quantity: 1,
            unitPrice: 10,
            taxRate: 7,
            total: 11,
          },
        ],
        net: 39.97,
        gross: 46.36,
      },
    },
    result: {
      isConsistent: false,
      net: 39.97,
      tax: 6.39,
      gross: 46.36,
      problems: [
        {
          severity: 'error',
          message: 'line 2: 1 x 10 is 10, not 11',
        },
        {
          severity: 'warning',
          message: 'no due date',
        },
      ],
    },
  },
  {
    skill: 'working-days',
    path: 'scripts/days.js',
    input: {
      holidays: ['2026-03-09'],
      count: {
        from: '2026-03-02',
        to: '2026-03-15',
      },
      add: {
        from: '2026-03-06',
        days: 1,
      },
      schedule: {
        start: '2026-03-05',
        tasks: [
          {
            name: 'Draft',
            days: 3,
          },
          {
            name: 'Review',
            days: 2,
            after: ['Draft'],
          },
        ],
      },
    },
    result: {
      count: 9,
      date: '2026-03-10',
      schedule: {
        plan: [
          {
            name: 'Draft',
            start: '2026-03-05',
            end: '2026-03-10',
          },
          {
            name: 'Review',
            start: '2026-03-11',
            end: '2026-03-12',
          },
        ],
        end: '2026-03-12',
      },
    },
  },
  {
    skill: 'readability',
    path: 'scripts/measure.js',
    input: {
      text: 'The report was written by us in order to help. It is short.',
    },
    result: {
      words: 13,
      sentences: 2,
      wordsPerSentence: 6.5,
      ease: 96,
      longSentences: [],
      passives: ['was written'],
      fillers: ['in order to'],
    },
  },
  {
    skill: 'support-triage',
    path: 'scripts/prioritize.js',
    input: {
      tickets: [
        {
          id: 'a',
          category: 'feature',
          impact: 0,
          urgency: 1,
        },
        {
          id: 'b',
          category: 'billing',
          impact: 3,
          urgency: 2,
          isPaying: true,
        },
      ],
    },
    result: {
      order: [
        {
          id: 'b',
          priority: 'P1',
          score: 50,
        },
        {
          id: 'a',
          priority: 'P4',
          score: 6,
        },
      ],
    },
  },
  {
    skill: 'incident-review',
    path: 'scripts/timeline.js',
    input: {
      events: [
        {
          at: '2026-03-01T10:30:00Z',
          what: 'Alert',
          moment: 'detected',
        },
        {
          at: '2026-03-01T11:00:00+01:00',
          what: 'Deployment',
          moment: 'started',
        },
      ],
    },
    result: {
      timeline: [
        {
          at: '2026-03-01T11:00:00+01:00',
          what: 'Deployment',
          offsetMinutes: 0,
        },
        {
          at: '2026-03-01T10:30:00Z',
          what: 'Alert',
          offsetMinutes: 30,
        },
      ],
      minutes: {
        to_detected: 30,
      },
      missing: ['acknowledged', 'mitigated', 'resolved'],
    },
  },
  {
    skill: 'survey-analysis',
    path: 'scripts/evaluate.js',
    input: {
      rows: [
        {
          team: 'A',
          score: 9,
        },
        {
          team: 'A',
          score: 10,
        },
        {
          team: 'A',
          score: 6,
        },
        {
          team: 'A',
          score: 9,
        },
        {
          team: 'A',
          score: 8,
        },
        {
          team: 'B',
          score: 2,
        },
      ],
      by: 'team',
      promoter: 'score',
    },
    result: {
      people: 6,
      questions: {
        score: {
          answers: 6,
          shares: [
            {
              answer: '9',
              count: 2,
              percent: 33.3,
              margin: 37.7,
            },
            {
              answer: '2',
              count: 1,
              percent: 16.7,
              margin: 29.8,
            },
            {
              answer: '6',
              count: 1,
              percent: 16.7,
              margin: 29.8,
            },
            {
              answer: '8',
              count: 1,
              percent: 16.7,
              margin: 29.8,
            },
            {
              answer: '10',
              count: 1,
              percent: 16.7,
              margin: 29.8,
            },
          ],
          mean: 7.3,
        },
      },
      netPromoterScore: 17,
      groups: [
        {
          group: 'A',
          people: 5,
          questions: {
            score: {
              answers: 5,
              shares: [
                {
                  answer: '9',
                  count: 2,
                  percent: 40,
                  margin: 42.9,
                },
                {
                  answer: '6',
                  count: 1,
                  percent: 20,
                  margin: 35.1,
                },
                {
                  answer: '8',
                  count: 1,
                  percent: 20,
                  margin: 35.1,
                },
                {
                  answer: '10',
                  count: 1,
                  percent: 20,
                  margin: 35.1,
                },
              ],
              mean: 8.4,
            },
          },
        },
        {
          group: 'B',
          people: 1,
          isHidden: true,
        },
      ],
    },
  },
  {
    skill: 'expense-split',
    path: 'scripts/settle.js',
    input: {
      people: ['Ada', 'Ben', 'Eve'],
      expenses: [
        {
          paidBy: 'Ada',
          amount: 100,
        },
        {
          paidBy: 'Ben',
          amount: 20,
          for: ['Ben', 'Eve'],
        },
      ],
    },
    result: {
      total: 120,
      balances: {
        Ada: 66.66,
        Ben: -23.33,
        Eve: -43.33,
      },
      payments: [
        {
          from: 'Eve',
          to: 'Ada',
          amount: 43.33,
        },
        {
          from: 'Ben',
          to: 'Ada',
          amount: 23.33,
        },
      ],
      leftOverCents: 1,
    },
  },
  {
    skill: 'regex-builder',
    path: 'scripts/try.js',
    input: {
      pattern: '^(?<year>\\d{4})-(\\d+)+$',
      match: ['2026-1', 'x'],
      reject: ['a'],
    },
    result: {
      passes: false,
      failures: [
        {
          text: 'x',
          expected: 'match',
        },
      ],
      groups: [
        {
          text: '2026-1',
          found: '2026-1',
          groups: {
            year: '2026',
          },
        },
      ],
      risks: ['A repetition inside of a repetition can take forever.'],
    },
  },
  {
    skill: 'release-notes',
    path: 'scripts/group.js',
    input: {
      commits: ['feat(api): lists', 'fix: crash', 'refactor!: names', 'wip'],
      version: '1.4.2',
    },
    result: {
      next: '2.0.0',
      groups: {
        breaking: [
          {
            text: 'names',
          },
        ],
        added: [
          {
            area: 'api',
            text: 'lists',
          },
        ],
        fixed: [
          {
            text: 'crash',
          },
        ],
        improved: [],
        deprecated: [],
        security: [],
        other: [
          {
            text: 'wip',
          },
        ],
      },
    },
  },
  {
    skill: 'personal-data',
    path: 'scripts/redact.js',
    input: {
      text: 'Write to ada@example.com or ada@example.com, IBAN DE89 3704 0044 0532 0130 00, card 4111 1111 1111 1111, not 4111 1111 1111 1112, call +49 170 1234567 from 10.0.0.1.',
    },
    result: {
      text: 'Write to [EMAIL 1] or [EMAIL 1], IBAN [IBAN 1], card [CARD 1], not 4111 1111 1111 1112, call [PHONE 1] from [IP 1].',
      counts: {
        EMAIL: 2,
        IBAN: 1,
        CARD: 1,
        IP: 1,
        PHONE: 1,
      },
      placeholders: ['[EMAIL 1]', '[IBAN 1]', '[CARD 1]', '[IP 1]', '[PHONE 1]'],
    },
  },
]
