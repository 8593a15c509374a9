-- The catalogue of models is part of the release; only what a project decided about a model is kept here.
create table model_setting (
  project_id uuid not null references project (id) on delete cascade,
  -- The model id as callers write it. No table to refer to: a model may leave the catalogue and come back.
  model_id text not null,
  is_active boolean not null,
  updated_at timestamptz not null,
  primary key (project_id, model_id)
);
