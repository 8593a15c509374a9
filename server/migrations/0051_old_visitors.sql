-- Visitors who have not come back are erased after a while.
create index external_user_visitor on external_user (last_seen_at) where source = 'embed_visitor';
